import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { claimFigures } from './claim-figures.ts'
import { linkedRides } from './linked-rides.ts'
import { liveAllowances } from './live-allowances.ts'
import { companyCars, overlappingRides, overlappingTrips } from './overlaps.ts'
import { ridersOfTrip, travellers } from './travellers.ts'
import { usdRate } from './usd-rate.ts'

/** Rules that data cannot say of trips, their claims, taxis and cars. */
export const travelExtensions: readonly DocumentExtension[] = [
  usdRate,
  claimFigures,
  linkedRides,
  travellers,
  ridersOfTrip,
  liveAllowances,
  overlappingTrips,
  overlappingRides,
  companyCars,
]
