// The list below the scan box: the matches of a code or a search, in groups.

import { Text } from '@mantine/core'
import { Hint } from '../components/text.tsx'
import type { Choice } from './scan-context.tsx'

type ScanChoicesProps = { choices: readonly Choice[]; picked: number; onPick: (choice: Choice) => void }

const Option = ({ choice, place, isPicked, onPick }: { choice: Choice; place: number; isPicked: boolean; onPick: () => void }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the scan box keeps the focus and handles the keys.
  <div
    id={`scan-choice-${place}`}
    role="option"
    tabIndex={-1}
    aria-selected={isPicked}
    className="scan-choice"
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPick}
  >
    <Text size="sm" fw={550}>
      {choice.title}
    </Text>
    {choice.detail && <Hint size="xs">{choice.detail}</Hint>}
  </div>
)

export const ScanChoices = ({ choices, picked, onPick }: ScanChoicesProps) => {
  if (choices.length === 0) return null
  const option = (choice: Choice) => {
    const place = choices.indexOf(choice)
    return <Option key={choice.key} choice={choice} place={place} isPicked={place === picked} onPick={() => onPick(choice)} />
  }
  const groups = [...Map.groupBy(choices, ({ group }) => group)]
  return (
    <div id="scan-choices" role="listbox" tabIndex={-1}>
      {groups.map(([group, members]) =>
        group === undefined ? (
          members.map(option)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
          <div key={group} role="group" aria-label={group}>
            <Text size="xs" fw={600} c="dimmed" className="scan-group" aria-hidden="true">
              {group}
            </Text>
            {members.map(option)}
          </div>
        ),
      )}
    </div>
  )
}
