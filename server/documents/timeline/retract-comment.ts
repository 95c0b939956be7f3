import type { Event, NamedFile } from '#approval/event.ts'
import { isParticipant } from '#approval/state.ts'
import { Forbidden, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { attachTo, detach, namesOfFiles } from '#server/attachments/attachments.ts'
import { type CommandContext, open, type OpenDocument, commit } from '../lifecycle/run-command.ts'
import { type CommandResult, mustRead } from '../lifecycle/commands.ts'
import { fresh } from '../lifecycle/nodes/position.ts'
import { mayTakeBack, addedFiles } from './record.ts'
import { read } from '../detail.ts'
import { historyOf } from '../store/history.ts'
import { attachmentsOf } from '../links/links.ts'

/** Retracts a comment with its files. The history keeps it, with an event of the retraction. @throws Forbidden, Refused, StateMoved */
export async function removeComment(context: CommandContext, document: string, record: string): Promise<CommandResult> {
  const opened = await openReadable(context, document)
  const history = await historyOf(context.db, document)
  const entry = history.find(({ seq }) => recordId(document, seq) === record)
  if (entry?.event.type !== 'commented') throw new Missing('documents.noSuchRecord')
  const { seq, event } = entry
  if (event.by !== context.caller.id) throw new Forbidden('approval.notAllowed')
  if (history.some(({ event: later }) => later.type === 'commentRemoved' && later.seq === seq)) throw moved(context, opened)
  if (!mayTakeBack(event, context.caller.id, context.at)) throw new Refused('documents.notTakenBack')
  const inForm = attachmentsOf(opened.form.fields, opened.stored.value)
  await detach(context.db, { document, at: context.at }, (event.attachments ?? []).filter((id) => !inForm.includes(id)))
  return note(context, opened, { type: 'commentRemoved', seq })
}

/** Adds files to the history of a document, in any state. @throws Forbidden unless the caller is a participant, or was mentioned */
export async function addFiles(context: CommandContext, document: string, ids: readonly string[]): Promise<CommandResult> {
  const opened = await openReadable(context, document)
  const { stored: { process }, form } = opened
  if (!isParticipant(process, context.caller.id) && !opened.isMentioned) throw new Forbidden('approval.notAllowed')
  if (ids.length === 0) throw new Refused('attachments.noFile', {}, [{ field: 'attachmentId', code: 'attachments.noFile' }])
  await attachTo(context.db, { document, type: form.key, caller: context.caller.id, field: 'attachmentId' }, ids)
  return note(context, opened, { type: 'attachmentAdded', attachments: [...new Set(ids)] })
}

/**
 * Removes a file from the history; it still belongs to its uploader.
 * @throws Refused for files of others, or after the retraction period
 */
export async function removeFile(context: CommandContext, document: string,
  { record, file }: { record: string; file: string }): Promise<CommandResult> {
  const opened = await openReadable(context, document)
  const seq = await removableAt(context, document, { form: opened.form, value: opened.stored.value, file })
  if (seq === undefined || recordId(document, seq) !== record) throw new Refused('attachments.notDeletable')
  const files = await namesOfFiles(context.db, [file])
  await detach(context.db, { document, at: context.at }, [file])
  return note(context, opened, { type: 'attachmentRemoved', attachments: [file], files })
}

/** Returns whether the caller may remove a file from the history of a document. @throws Forbidden where they may not read the document */
export async function isRemovable(context: CommandContext, document: string, file: string): Promise<boolean> {
  const { form, value } = await read(context, document)
  return (await removableAt(context, document, { form, value, file })) !== undefined
}

/** Sequence number of the entry from which the caller may remove the file. */
async function removableAt(context: CommandContext, document: string,
  { form, value, file }: { form: Form; value: FormValue; file: string }): Promise<number | undefined> {
  const history = await historyOf(context.db, document)
  return addedFiles(history, { person: context.caller.id, now: context.at, inForm: attachmentsOf(form.fields, value) }).removable.get(file)
}

/** The id of an entry of the history on the wire. */
const recordId = (document: string, seq: number) => `${document}-${seq}`

async function openReadable(context: CommandContext, document: string): Promise<OpenDocument> {
  await mustRead(context, document)
  return open(context, { document }, { asksBindings: false })
}

const moved = ({ caller: { locale } }: CommandContext, { stored: { process }, pinned: { flow } }: OpenDocument) =>
  new StateMoved(fresh({ flow, process, locale }), 'approval.stateMoved')

type Note = { readonly type: 'commentRemoved'; readonly seq: number } | { readonly type: 'attachmentAdded' | 'attachmentRemoved';
  readonly attachments: readonly string[]; readonly files?: readonly NamedFile[] }

/** Writes an event of the host that does not affect the approval. */
async function note(context: CommandContext, opened: OpenDocument, entry: Note): Promise<CommandResult> {
  const event: Event = { ...entry, by: context.caller.id, at: context.at.toISOString() }
  return { process: await commit(context, opened, { events: [event], value: opened.stored.value }), opened }
}
