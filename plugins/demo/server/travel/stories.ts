import type { Story } from '../stories/story.ts'
import { rides } from './cars.ts'
import { travelClaims } from './claims.ts'
import { trips } from './trips.ts'

/** Trips over a year with what was claimed of them, taxis and cars. */
export const travelStories = (anchor: Date): readonly Story[] => [...trips(anchor), ...travelClaims(anchor), ...rides(anchor)]
