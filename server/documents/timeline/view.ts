import { heldFiles } from '#server/attachments/attachments.ts'
import { wire } from '#server/attachments/wire.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReadDocument } from '../read-document.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'
import { historyOf } from '../store/history.ts'
import { attachmentsOf } from '../links/links.ts'
import { endOfPath, pathOf, type PathNode } from './path.ts'
import type { ProgressNode } from '#approval/wire/progress.ts'
import { progressOf } from './progress.ts'
import { accessOnScreen, disclosedChanges } from '../values/disclosed-values.ts'
import { withheldFilesOf } from '../visibility/file-access.ts'
import { filesOf } from './files.ts'
import { skippedOf, timelineOf } from './timeline.ts'
import { namesOf } from './people.ts'
import type { HistoryEntry, TimelineContext, TimelineRecord } from './record.ts'

interface TimelineReader {
  readonly host: Pick<DocumentHost, 'plugins' | 'documentActions'>
  readonly flows: Definitions
  readonly db: Db
  readonly caller: Caller
}

/** A document's timeline: what has happened, where it stands, and the way ahead. */
export interface TimelineView {
  /** Every round, oldest first; the nodes that wait now come last. */
  readonly processRecord: readonly TimelineRecord[]
  /** Nodes that were left out, with why. */
  readonly skippedNodes: readonly TimelineRecord[]
  /** The way ahead from where it stands, up to its end; nothing of a document that has ended. */
  readonly nodeList: readonly PathNode[]
  /** The nodes of this round from its start to its end. */
  readonly progress: readonly ProgressNode[]
}

/** The timeline of a document for its reader; as many questions for a long history as for a short one. */
export async function timelineViewOf(reading: TimelineReader, document: ReadDocument): Promise<TimelineView> {
  const entries = await historyOf(reading.db, document.id)
  const context = await contextOf(reading, document, entries)
  const access = accessOnScreen(document)
  const ahead = document.process.status === 'inApproval' ? pathOf(document.pinned.flow, document, { process: document.process }) : []
  return {
    processRecord: timelineOf(entries, context).map((line) => ({ ...line, changes: disclosedChanges(line.changes, access) })),
    skippedNodes: skippedOf(entries, context),
    nodeList: ahead.length > 0 ? [...ahead, endOfPath] : [],
    progress: progressOf(context, { started: document.started, ended: document.ended, ahead }),
  }
}

async function contextOf({ host, flows, db, caller }: TimelineReader, document: ReadDocument,
  entries: readonly HistoryEntry[]): Promise<TimelineContext> {
  const hashes = [...new Set(entries.flatMap(({ event }) => (event.type === 'started' ? [event.flow] : [])))]
  const withheld = withheldFilesOf(document.form.fields, document.value, document.access)
  const [versions, reads, due, files] = await Promise.all([
    Promise.all(hashes.map((hash) => flows.pinned(db, document.form.key, hash))),
    db.selectFrom('cc').select(['person', 'read_at']).where('document', '=', document.id).execute(),
    db.selectFrom('task').select(['id', 'due_at']).where('document', '=', document.id).where('state', '=', 'running').where('due_at',
      'is not', null).execute(),
    heldFiles(db, document.id, [...new Set(entries.flatMap(({ event }) => filesOf(event)))].filter((file) => !withheld.has(file))),
  ])
  return {
    process: document.process,
    reader: { id: caller.id, locale: caller.locale },
    directory: document.evaluation.directory,
    names: namesOf(versions.map(({ flow }) => flow)),
    reads: new Map(reads.map(({ person, read_at }) => [person, read_at !== null])),
    due: new Map(due.flatMap(({ id, due_at: at }) => (at ? [[id, at] as const] : []))),
    held: new Map(files.map((row) => [row.id, { ...wire(host, row, caller.locale), removed: false }])),
    inForm: attachmentsOf(document.form.fields, document.value),
    notes: [...host.documentActions.map(({ note }) => note), ...(document.form.followUps ?? [])],
    now: document.at,
  }
}
