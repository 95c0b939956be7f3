import { Forbidden, Refused, StateMoved } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { budgetTables, type Form } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { Caller } from '#server/identity/caller.ts'
import { type CommandContext, changeEvents, open, type Opened, commit } from './run-command.ts'
import { mustRead } from './commands.ts'
import { fresh } from './nodes/position.ts'
import { extensionsOf } from '../host.ts'
import { outcomeOf } from './event-handlers.ts'
import { stepOf } from './undo-guard.ts'
import { noteOf, offBudgetNote } from '../timeline/notes.ts'

/** A row of a document, and whether it is off budget (`1`) or in it (`0`). */
export interface Switch {
  readonly itemId: string
  readonly offBudgetStatus: string
}

/** Permission to switch, where the form offers it. */
const permission = 'changeItemStatus'

/** Takes rows of a completed document out of the budget, or puts them back; the modules move the money. */
export async function switchBudget(context: CommandContext,
  { type, document, items }: { type: string; document: string; items: readonly Switch[] }): Promise<void> {
  await mustRead(context, document)
  const opened = await open(context, { document }, { asksBindings: false })
  const { form, stored } = opened
  const place = placeOf(form)
  if (form.key !== type || !place) throw new Refused('approval.notAvailable')
  if (!permits(context.caller.permissions, permission)) throw new Forbidden('error.forbidden')
  if (stored.process.status !== 'completed') throw moved(context, opened)
  const value = switched(stored.value, place, items)
  const changed = changeEvents(context, opened, { value })
  if (changed.length === 0) return
  const said: Event = { type: 'commented', comment: note, mentioned: [], by: context.caller.id, at: context.at.toISOString() }
  const process = await commit(context, opened, { events: [...changed, said], value })
  const step = outcomeOf(context.host, { ...stepOf(context, { ...stored, ...opened, process, value }), before: stored.value })
  for (const extension of extensionsOf(context.host, form)) await extension.onOffBudget?.(step)
}

/** The history holds one text for readers of either language; each is shown their half. */
const note = noteOf(offBudgetNote)

/** The part of a document that a reader may switch: the rows of these tables, by this column. */
export function offBudgetOf(form: Form, { status }: Pick<DocumentState, 'status'>, { permissions }: Pick<Caller, 'permissions'>):
  | OffBudgetRow
  | null {
  const place = placeOf(form)
  return place && status === 'completed' && permits(permissions, permission) ? place : null
}

interface OffBudgetRow {
  readonly tables: readonly string[]
  readonly field: string
}

/** The column in which a form keeps which of its rows are off budget, if it offers to change that. */
function placeOf({ budget, permissions }: Form): OffBudgetRow | undefined {
  const tables = budget ? budgetTables(budget) : []
  const field = budget?.offBudget
  return tables.length > 0 && field !== undefined && permissions.includes(permission) ? { tables, field } : undefined
}

function switched(value: FormValue, { tables, field }: OffBudgetRow, items: readonly Switch[]): FormValue {
  const known = new Set(tables.flatMap((table) => rowsAt(value, table)).map(rowIdOf))
  const unknown = items.flatMap(({ itemId },
    index) => (known.has(itemId) ? [] : [{ field: `items.${index}.itemId`, code: 'documents.noSuchRow' }])
  )
  if (unknown.length > 0) throw new Refused('documents.noSuchRow', {}, unknown)
  const wanted = new Map(items.map(({ itemId, offBudgetStatus }) => [itemId, offBudgetStatus]))
  const rows = tables.map((
    table,
  ) => [table, rowsAt(value, table).map((row) => ({ ...row, [field]: wanted.get(rowIdOf(row) ?? '') ?? row[field] }))])
  return { ...value, ...Object.fromEntries(rows) }
}

const moved = ({ caller: { locale } }: CommandContext, { stored: { process }, pinned: { flow } }: Opened) =>
  new StateMoved(fresh({ flow, process, locale }), 'approval.stateMoved')
