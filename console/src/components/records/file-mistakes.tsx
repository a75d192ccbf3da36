// The mistakes that were found in an imported file.

import { t } from '../../strings.ts'
import { RowsTable } from '../lists/rows-table.tsx'
import { Panel } from '../page.tsx'

type FileMistake = { row: number; column: string; message: string }

export const FileMistakes = ({ mistakes }: { mistakes: readonly FileMistake[] }) =>
  mistakes.length > 0 && (
    <Panel title={t('records.mistakes')} flush>
      <RowsTable
        rows={mistakes}
        rowKey={(row) => `${row.row} ${row.column} ${row.message}`}
        rowName={(row) => `${row.row} ${row.column}`}
        columns={[
          { key: 'row', title: t('records.row'), render: (row) => (row.row === 0 ? '' : row.row) },
          { key: 'column', title: t('records.column'), render: (row) => row.column },
          { key: 'message', title: t('records.mistake'), render: (row) => row.message },
        ]}
      />
    </Panel>
  )
