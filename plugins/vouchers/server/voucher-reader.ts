import type { Form } from '#kernel/form.ts'
import { type FileReader, fileReaderOf } from '#server/attachments/file-reader.ts'
import type { Host } from '#server/host.ts'
import type { VoucherReaderFile } from './extension-points.ts'
import type { Caller } from '#server/identity/caller.ts'

/** Services of the host for voucher calls, with the caller's read permissions; created once per call. */
export interface VoucherReader extends Pick<Host, 'db' | 'env' | 'clock'> {
  readonly forms: readonly Form[]
  /** Id of the caller. */
  readonly person: string
  /** Documents and files that the caller may read. */
  readonly reads: FileReader
  /** Readers of modules for files that the shipped ones cannot read. */
  readonly readers: readonly VoucherReaderFile[]
}

/** The host of voucher calls, with the readers that modules contribute. */
export interface VoucherHost extends Host {
  readonly readers: readonly VoucherReaderFile[]
}

/** Creates the reader of a call. */
export const voucherReader = async ({ db, env, clock, plugins, readers, ...host }: VoucherHost,
  caller: Caller): Promise<VoucherReader> => ({ db, env, clock, readers, forms: plugins.flatMap(({ forms }) => forms), person: caller.id,
    reads: await fileReaderOf({ ...host, plugins }, db, caller) })
