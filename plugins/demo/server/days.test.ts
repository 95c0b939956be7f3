import { describe, expect, it } from 'vitest'
import { isDate, isDateTime } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { offlineBookings } from '#plugins/expenses/server/samples/offline.ts'
import { entertainments, serviceFees } from '#plugins/expenses/server/samples/applications.ts'
import { claimStories } from '#plugins/expenses/server/samples/claims.ts'
import { assetStories } from '#plugins/assets/server/samples.ts'
import { procurements } from '#plugins/procurement/server/samples.ts'
import { generalStories } from '#plugins/proposals/server/samples.ts'
import { travelStories } from '#plugins/travel/server/samples/claims.ts'
import { history } from './history/job.ts'
import type { FiledStory, DemoStory } from './stories/story.ts'
import { samples } from './testing.ts'

/** Every day of a common year and of a leap year, at its first and last minute. */
const presents = Array.from({ length: 365 + 366 },
  (_, index) => new Date(Date.parse('2027-01-01T00:00:00+08:00') + index * 86_400_000 + (index % 2) * 86_340_000))

const files = (name: string) => Promise.resolve(name)

/** Stories that are planned without the database. */
const storiesAt = (
  anchor: Date,
): readonly DemoStory[] => [...claimStories(anchor), ...travelStories(anchor), ...generalStories(anchor), ...assetStories(anchor),
  ...entertainments(anchor), ...serviceFees(anchor, 's'), ...procurements(anchor, 's')]

/** Texts that start like a date but are invalid, or result from an invalid date. */
function wrongDates(value: unknown): string[] {
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(wrongDates)
  if (typeof value !== 'string') return []
  return /NaN|Invalid/.test(value) || isNoDay(value) ? [value] : []
}

const isNoDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(text) && !isDate(text) && !isDateTime(text)

/** All form values of the stories, as filed and as filled in by approvers, in order. */
async function valuesOf(stories: readonly DemoStory[]): Promise<readonly FormValue[]> {
  const filed = new Map<string, FiledStory>()
  const values: FormValue[] = []
  for (const { name = '', at, value: valueFor, say = {} } of stories) {
    const value: FormValue = await valueFor((of) => filed.get(of) ?? { id: of, number: of, value: {} }, files)
    values.push(value)
    filed.set(name, { id: name, number: name, value })
    for (const answer of Object.values(say)) values.push((await answer?.fill?.({ scores: [], ...value }, at, files)) ?? {})
  }
  return values
}

describe('the demo company is founded on any day', () => {
  it('with bookings of days that there are, none of them to come', () => {
    for (const anchor of presents) {
      const bookings = offlineBookings(anchor)
      expect(wrongDates(bookings.map(({ value }) => value))).toEqual([])
      expect(bookings.filter(({ at }) => !(at <= anchor))).toEqual([])
    }
  })

  it('with documents of days that there are, none of them filed in time to come', async () => {
    for (const anchor of presents.filter((day, index) => index % 7 === 0 || day.getUTCDate() > 27)) {
      const stories = storiesAt(anchor)
      expect(stories.filter(({ at }) => !(at <= anchor)).map(({ type }) => type)).toEqual([])
      expect(wrongDates(await valuesOf(stories))).toEqual([])
    }
  })

  it('with a history of days that there are', () => {
    for (const anchor of presents.filter((_, index) => index % 73 === 0 || index % 365 === 58 || index % 365 === 364)) {
      expect(history(samples, anchor).flatMap(({ stories }) => stories).filter(({ at }) => !(at <= anchor))).toEqual([])
    }
  })
})
