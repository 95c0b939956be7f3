import { nameOf } from '#kernel/wording/names.ts'
import type { TitleSource } from '#shell/documents/title.ts'
import type { PostingRow } from '../wire.ts'

/** The document of a line, as lists of documents call it: by what it is about. */
export const postingTitle = ({ form, ...row }: PostingRow): TitleSource => ({ ...row, processName: nameOf(form, 'cn') })
