import type { Label } from '#kernel/label.ts'
import type { Env } from '../env.ts'
import type { Host } from '../plugin.ts'
import type { SyncKind } from './sync-runs.ts'

/** Another system that something is synchronised with; registered by whoever synchronises. */
export interface SyncSource extends Label {
  readonly kind: SyncKind
  /** Whether it is set up here: only then may a run be asked for. */
  isConfigured(env: Env): boolean
  /** Synchronises now and keeps its own run in the log; `by` asked for it. */
  run(host: Host, by: string): Promise<void>
}

/** The sources that are set up, by what they synchronise. */
export const configuredSources = (sources: readonly SyncSource[], env: Env): ReadonlyMap<SyncKind, SyncSource> =>
  new Map(sources.filter((source) => source.isConfigured(env)).map((source) => [source.kind, source]))
