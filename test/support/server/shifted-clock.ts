// Shifts the clock of a process. If TEST_CLOCK is set, every process of the test run imports this file, with the shift in the import URL: `?ms=…`.

/** The function must use nothing from outside its own body, because browser tests send the function's source text to their pages. */
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
