import type { JourneyRisk } from '../../journeys/journey-wire.ts'

const rank: Readonly<Record<JourneyRisk, number>> = { none: 0, middle: 1, high: 2 }

/** The highest of several levels. */
export const highest = (levels: readonly JourneyRisk[]): JourneyRisk =>
  levels.reduce<JourneyRisk>((worst, level) => (rank[level] > rank[worst] ? level : worst), 'none')

/** Returns whether a level is higher than another. */
export const isAbove = (level: JourneyRisk, other: JourneyRisk): boolean => rank[level] > rank[other]
