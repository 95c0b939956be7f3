import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'

export type Attachment = Selectable<Tables['attachment']>
