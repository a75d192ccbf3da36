// The two sites of the model, and which packages the clerk of the hub sees.

import type { Simulation } from './simulation.ts'
import type { Parcel, SiteCode } from './world.ts'

/** `MAIN`: the oldest site, which is the default. `HUB`: the site where the clerk works. */
export const MAIN: SiteCode = 'MAIN'
export const HUB: SiteCode = 'HUB'

export const drawSite = ({ draw }: Simulation): SiteCode => (draw.chance(0.2) ? HUB : MAIN)

/** Packages that have not arrived belong to no site yet: everybody sees them. */
export const isSeenByClerk = ({ arrivedAt, site }: Parcel): boolean => arrivedAt === null || site === HUB
