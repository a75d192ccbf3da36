// Shifts the clock of a process. A run with TEST_CLOCK imports this file in every process, with the shift in its URL: `?ms=…`.

/** Self-contained, because pages run the text of this function. */
export const shiftClock = (shiftMs: number): void => {
  const Unshifted = Date
  globalThis.Date = class extends Unshifted {
    static override now(): number {
      return Unshifted.now() + shiftMs
    }

    constructor(...given: [] | [number | string | Date]) {
      super(...((given.length === 0 ? [Unshifted.now() + shiftMs] : given) as [number]))
    }
  } as DateConstructor
}

const given = new URL(import.meta.url).searchParams.get('ms')
if (given !== null) shiftClock(Number(given))
