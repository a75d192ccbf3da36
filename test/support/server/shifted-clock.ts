// Shifts the clock of a process. A run with TEST_CLOCK imports this file in every process, with the shift in its URL: `?ms=…`.

/** The function is self-contained, because pages run its text. */
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
