import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { s3Storage } from './s3-storage.ts'
import { diskStorage, type Storage } from './storage.ts'

/** The storage of attachments: the object store of the settings, or the data directory. */
export const storageOf = ({ objectStore, dataDirectory }: Pick<Env, 'objectStore' | 'dataDirectory'>): Storage =>
  objectStore ? s3Storage(objectStore) : diskStorage(join(dataDirectory, 'attachments'))
