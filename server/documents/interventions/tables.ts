import type { Generated } from 'kysely'
import type { Intervention, InterventionState } from '#approval/interventions.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ColumnType } from 'kysely'

/** A json column: values come out parsed and go in as text. */
type Json<Value> = ColumnType<Value, string, never>

/** Append-only. */
interface InterventionTable {
  id: Generated<string>
  document: string
  action: Intervention
  runs: readonly string[]
  task: string | null
  holder: string | null
  step: Json<Label>
  target: string | null
  target_name: ColumnType<Label | null, string | null, never>
  assignee: string | null
  reason: string
  proposer: string
  excluded: readonly string[]
  at: Date
  expires_at: Date
}

/** Append-only; at most one per intervention. */
interface InterventionOutcomeTable {
  intervention: string
  outcome: Exclude<InterventionState, 'waiting'>
  person: string | null
  reason: string | null
  at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    intervention: InterventionTable
    intervention_outcome: InterventionOutcomeTable
  }
}
