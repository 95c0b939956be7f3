import { createExtensionPoint } from '#kernel/extension-point.ts'

/**
 * Readers of vouchers beyond the shipped formats. A module names a file of its own that reads them; it runs in the thread that reads
 * uploads, with its limits of time and memory, for files that no shipped reader finds a voucher in. What it reads is kept, checked against
 * rows and filled into them like the vouchers that the product reads itself.
 *
 * @zh 票据读取器：内置格式之外的票据。模块指定自己的读取文件；对于内置读取器未读出票据的文件，在读取上传文件的线程中、在同样的时间和内存限制内运行。读出的内容与产品自身读出的票据一样保存、核对并填入明细行。
 *
 * @example `plugins/company-cars/server/plugin.ts`
 * ```ts
 * defineServer({
 *   id: 'company-cars',
 *   contributes: [voucherReaders.of({ key: 'parking', file: new URL('./parking-receipts.ts', import.meta.url).href })],
 * })
 * ```
 * @example `plugins/company-cars/server/parking-receipts.ts`
 * ```ts
 * export const readVouchers: ReadsVouchers = ({ name, bytes }) => {
 *   const [, number = '', total = ''] = /^PARK;(\d+);([\d.]+)/.exec(Buffer.from(bytes).toString()) ?? []
 *   return number === '' ? [] : [{ kind: 'ordinary', files: [name],
 *     fields: { number: readingOf(number, 'PARK', 'structured'), total: readingOf(total, 'PARK', 'structured') } }]
 * }
 * ```
 */
export const voucherReaders = createExtensionPoint<VoucherReaderFile>({ id: 'vouchers.readers', keyOf: ({ key }) => key })

/** A file with a reader of vouchers. */
export interface VoucherReaderFile {
  /** Unique in the product. */
  readonly key: string
  /** Address of a file that exports `readVouchers`, a {@link ReadsVouchers}: `new URL('./…', import.meta.url).href`. */
  readonly file: string
}
