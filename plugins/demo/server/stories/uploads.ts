import { Readable } from 'node:stream'
import { upload } from '#server/attachments/upload.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { smallFile } from './files.ts'
import type { Stage } from './stage.ts'

/** Uploads a small file of this name as whoever is at work; answers its id. */
export type Files = (name: string) => Promise<string>

/** Uploads attachments for a form of this business type, in the name of a call's person and at its time. */
export const filesOf = ({ storage }: Stage, { db, caller, at }: CommandContext, type: string): Files => async (name) =>
  (await upload(db, storage, { fileName: name, bytes: Readable.from([smallFile(name)]), uploadType: 'attachment', businessType: type,
    caller, at })).id
