import type { DemoPerson } from '../company/organisation.ts'
import type { Chance } from '../random.ts'
import type { DemoStory } from '../stories/story.ts'

/** Documents of one kind that were filed a number of times in each month of the past. */
export interface PastOccasions {
  /** Unique; part of the name under which an occasion is recorded once it is filed. */
  readonly name: string
  /** Number of occasions in 30 days. */
  readonly perMonth: number
  /** Documents of an occasion, in order. Equal occasions give equal documents, all of them finished. */
  stories(occasion: Occasion): readonly DemoStory[]
}

export interface Occasion {
  /** The company's present. */
  readonly anchor: Date
  /** Months before the present, from 1. */
  readonly month: number
  /** Place within the month, from 0; `serial` is unique over all months. */
  readonly index: number
  readonly serial: number
  /** Draws for this occasion; `day` and `at` draw from it, too. */
  readonly drawn: Chance
  /** Draws a number of days before the present within the month. */
  day(): number
  /** Draws a time of filing within a working day of the month. */
  at(): Date
  /** People who may file. */
  readonly people: readonly DemoPerson[]
}
