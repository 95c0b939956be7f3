import type { Event, NamedFile } from '#approval/event.ts'
import { isParticipant } from '#approval/state.ts'
import { Forbidden, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/value.ts'
import { attachTo, detach, namesOfFiles } from '#server/attachments/attachments.ts'
import { type Acting, open, type Opened, settle } from '../lifecycle/run-command.ts'
import { type Done, mustRead } from '../lifecycle/commands.ts'
import { fresh } from '../lifecycle/position.ts'
import { mayTakeBack } from './comments.ts'
import { read } from '../detail.ts'
import { historyOf } from '../store/history.ts'
import { attachmentsOf } from '../links/links.ts'
import { addedFiles } from './files.ts'

/** Takes back a comment with its files. The history keeps it and says that it was taken back. @throws Forbidden, Refused, StateMoved */
export async function removeComment(acting: Acting, document: string, record: string): Promise<Done> {
  const opened = await openReadable(acting, document)
  const history = await historyOf(acting.db, document)
  const entry = history.find(({ seq }) => recordId(document, seq) === record)
  if (entry?.event.type !== 'commented') throw new Missing('documents.noSuchRecord')
  const { seq, event } = entry
  if (event.by !== acting.caller.id) throw new Forbidden('approval.notAllowed')
  if (history.some(({ event: later }) => later.type === 'commentRemoved' && later.seq === seq)) throw moved(acting, opened)
  if (!mayTakeBack(event, acting.caller.id, acting.at)) throw new Refused('documents.notTakenBack')
  const inForm = attachmentsOf(opened.form.fields, opened.stored.value)
  await detach(acting.db, document, (event.attachments ?? []).filter((id) => !inForm.includes(id)))
  return note(acting, opened, { type: 'commentRemoved', seq })
}

/** Adds files to the history of a document, in any state. @throws Forbidden for whoever has no part in it */
export async function addFiles(acting: Acting, document: string, ids: readonly string[]): Promise<Done> {
  const opened = await openReadable(acting, document)
  const { stored: { process }, form } = opened
  if (!isParticipant(process, acting.caller.id)) throw new Forbidden('approval.notAllowed')
  if (ids.length === 0) throw new Refused('attachments.noFile', {}, [{ field: 'attachmentId', code: 'attachments.noFile' }])
  await attachTo(acting.db, { document, type: form.key, caller: acting.caller.id, field: 'attachmentId' }, ids)
  return note(acting, opened, { type: 'attachmentAdded', attachments: [...new Set(ids)] })
}

/** Takes a file out of the history again; it stays its uploader's own. @throws Refused for somebody else's, or later */
export async function removeFile(acting: Acting, document: string, { record, file }: { record: string; file: string }): Promise<Done> {
  const opened = await openReadable(acting, document)
  const seq = await removableAt(acting, document, { form: opened.form, value: opened.stored.value, file })
  if (seq === undefined || recordId(document, seq) !== record) throw new Refused('attachments.notDeletable')
  const files = await namesOfFiles(acting.db, [file])
  await detach(acting.db, document, [file])
  return note(acting, opened, { type: 'attachmentRemoved', attachments: [file], files })
}

/** Whether the caller may take a file out of the history of a document now. @throws Forbidden for whoever may not read it */
export async function isRemovable(acting: Acting, document: string, file: string): Promise<boolean> {
  const { form, value } = await read(acting, document)
  return (await removableAt(acting, document, { form, value, file })) !== undefined
}

/** The entry that the caller may take this file out of. */
async function removableAt(acting: Acting, document: string, { form, value, file }: { form: Form; value: FormValue; file: string }): Promise<number | undefined> {
  const history = await historyOf(acting.db, document)
  return addedFiles(history, { person: acting.caller.id, now: acting.at, inForm: attachmentsOf(form.fields, value) }).removable.get(file)
}

/** How the history names its entries on the wire. */
const recordId = (document: string, seq: number) => `${document}-${seq}`

async function openReadable(acting: Acting, document: string): Promise<Opened> {
  await mustRead(acting, document)
  return open(acting, { document }, { asksBindings: false })
}

const moved = ({ caller: { locale } }: Acting, { stored: { process }, pinned: { flow } }: Opened) =>
  new StateMoved(fresh({ flow, process, locale }), 'approval.stateMoved')

type Note = { readonly type: 'commentRemoved'; readonly seq: number } | { readonly type: 'attachmentAdded' | 'attachmentRemoved'; readonly attachments: readonly string[]; readonly files?: readonly NamedFile[] }

/** Writes an entry of the host's own: it leaves the approval as it is. */
async function note(acting: Acting, opened: Opened, entry: Note): Promise<Done> {
  const event: Event = { ...entry, by: acting.caller.id, at: acting.at.toISOString() }
  return { process: await settle(acting, opened, { events: [event], value: opened.stored.value }), opened }
}
