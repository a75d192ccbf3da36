// The matches of a code, below the scan box.

import { Text } from '@mantine/core'
import type { Choice } from './scan-context.tsx'

type ScanChoicesProps = { choices: readonly Choice[]; picked: number; onPick: (choice: Choice) => void }

export const ScanChoices = ({ choices, picked, onPick }: ScanChoicesProps) =>
  choices.length > 0 && (
    <div id="scan-choices" role="listbox" tabIndex={-1}>
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the scan box's own, which keeps the focus.
        <div
          key={choice.key}
          id={`scan-choice-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === picked}
          className="scan-choice"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(choice)}
        >
          <Text size="sm" fw={550}>
            {choice.title}
          </Text>
          {choice.detail && (
            <Text size="xs" c="dimmed">
              {choice.detail}
            </Text>
          )}
        </div>
      ))}
    </div>
  )
