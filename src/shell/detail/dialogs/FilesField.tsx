import { useId } from 'react'
import { AttachmentInput } from '#fields/files/renderer.tsx'
import { useDetailText } from '../text.ts'

const field = { kind: 'attachment', cn: '附件', en: 'Attachments', max: 100 } as const

interface FilesFieldProps {
  readonly files: readonly string[]
  onChange(files: readonly string[]): void
  /** Files are on their way: nothing may be sent before they are there. */
  onSending(isSending: boolean): void
}

/** Files that go with an action. */
export function FilesField({ files, onChange, onSending }: FilesFieldProps) {
  const { label } = useDetailText()
  const id = useId()
  return (
    <div className="oa-field">
      <label className="oa-field-label" htmlFor={id}>{label(field)}</label>
      <AttachmentInput id={id} field={field} value={files} context={{}} onChange={(ids) => onChange(ids as string[])}
        onSending={onSending} />
    </div>
  )
}
