// The dialog that lists the keyboard shortcuts of the console. The `?` key opens the dialog.

import { Kbd, Modal, Table } from '@mantine/core'
import type { PlainKey } from '../strings.ts'
import { t } from '../strings.ts'

const KEYS: readonly (readonly [keys: readonly string[], does: PlainKey])[] = [
  [['Ctrl K', '/'], 'search.keySearch'],
  [['Enter'], 'search.keyOpen'],
  [['↑', '↓'], 'search.keyMove'],
  [['Home', 'End'], 'search.keyEnds'],
  [['Esc'], 'search.keyEscape'],
  [['?'], 'search.keys'],
]

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('search.keys')}>
    <Table>
      <Table.Tbody>
        {KEYS.map(([keys, does]) => (
          <Table.Tr key={does}>
            <Table.Td w={120}>
              {keys.map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{t(does)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Modal>
)
