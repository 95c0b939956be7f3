import { Readable } from 'node:stream'
import { keepXmlReading } from '#plugins/vouchers/server/public-api.ts'
import { upload } from '#server/attachments/upload.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { smallFile } from './files.ts'
import { type DemoInvoice, invoicePdf, invoiceXml } from './invoice-file.ts'
import type { Stage } from './stage.ts'

/** Uploads a small file, or an invoice with a stored reading, as the current actor. @returns the id of the file */
export type Files = (name: string, invoice?: DemoInvoice) => Promise<string>

/** Makes the upload function for a form, in the name of the caller and at the time of the call. */
export const filesOf = ({ storage }: Stage, { db, caller, at }: CommandContext, type: string): Files => async (name, invoice) => {
  const content = invoice ? invoicePdf(invoice) : smallFile(name)
  const file = await upload(db, storage, { fileName: name, bytes: Readable.from([content]), uploadType: 'attachment', businessType: type,
    caller, at })
  if (invoice) await keepXmlReading(db, { ...file, name }, { xml: invoiceXml(invoice), at })
  return file.id
}
