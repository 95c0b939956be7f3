import type { Selectable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

export type Attachment = Selectable<Tables['attachment']>
