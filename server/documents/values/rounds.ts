import type { Event } from '#approval/event.ts'
import type { Round } from '#approval/wire/rounds.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { disclosedFields } from '#kernel/fields/disclosure.ts'
import { isKeptBeside } from '#kernel/fields/kept-beside.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { applyChanges } from './changes.ts'
import { differencesOf } from './differences.ts'
import { type Access, disclosedDifference } from './disclosed-values.ts'
import type { HistoryEntry } from '../timeline/record.ts'

/** A round whose changes name their people by id. */
type RoundOfIds = Round<string>

/**
 * The rounds of a history, oldest first.
 * @param access what their reader is shown of a field
 */
export function roundsOf(entries: readonly HistoryEntry[], form: Form, access: Access = () => 'full'): RoundOfIds[] {
  const fields = disclosedFields(fieldsOnScreen(form), access)
  const between = (before: FormValue, after: FormValue) =>
    differencesOf(fields, before, after).map((difference) => disclosedDifference(difference, access))
  let value: FormValue = {}
  let rounds: RoundOfIds[] = []
  const changeLast = (change: (round: RoundOfIds) => Partial<RoundOfIds>) => {
    rounds = rounds.map((each, index) => (index === rounds.length - 1 ? { ...each, ...change(each) } : each))
  }
  for (const { event, round } of entries) {
    if (event.type === 'started') {
      const filed = filedIn(event)
      rounds = [...rounds, { round, startedAt: clock(event), endedAt: null, changes: rounds.length > 0 ? between(value, filed) : [],
        edits: [] }]
      value = filed
    }
    if (event.type === 'valueChanged') {
      const changed = applyChanges(value, event.changes)
      const made = between(value, changed).map((difference) => ({ ...difference, by: event.by, at: clock(event),
        nodeId: event.node ?? null })
      )
      changeLast(({ edits }) => ({ edits: [...edits, ...made] }))
      value = changed
    }
    if (endsRound(event)) changeLast(({ endedAt }) => ({ endedAt: endedAt ?? clock(event) }))
  }
  return rounds
}

const clock = ({ at }: Event) => nowOf(new Date(at))

/** The filed value stands in the event of the filing. */
const filedIn = (event: Event): FormValue => (event as { readonly filed?: FormValue }).filed ?? {}

const endsRound = (event: Event): boolean =>
  ['completed', 'refused', 'revoked', 'voided'].includes(event.type) || (event.type === 'returned' && event.target === 'start')

/** Fields that the server keeps beside the screen, its own lists, and amounts said again in words are no difference to anybody. */
const fieldsOnScreen = ({ fields }: Form): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, field]) =>
      field.section !== undefined && !(field.kind === 'table' && field.system) && !isKeptBeside(field)
    ),
  )
