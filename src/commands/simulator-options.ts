// Numbers among the options of the simulators' commands.

import { ConfigError } from '../settings.ts'

export const numberIn = (name: string, text: string, maximum: number): number => {
  const value = Number(text)
  if (!(value >= 0 && value <= maximum)) throw new ConfigError(`${name} must be from 0 to ${maximum}, not "${text}".`)
  return value
}
