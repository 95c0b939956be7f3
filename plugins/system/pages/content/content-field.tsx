import { Input } from 'antd'
import { textarea } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { DialogField, OwnControl } from '#shell/resource/FieldsDialog.tsx'
import './content-field.css'

interface ContentOptions {
  readonly name: string
  readonly label: Label
  readonly hint: Label
  /** Maximum length, in characters. */
  readonly max: number
}

/** Dialog field for a Markdown text, in full width and 8 to 16 rows high. */
export const contentField = ({ name, label, hint, max }: ContentOptions): DialogField => ({
  name,
  field: textarea({ ...label, hint, required: true, max }),
  draw: (control) => <Content control={control} max={max} />,
})

function Content({ control: { id, value, onChange }, max }: { control: OwnControl; max: number }) {
  return (
    <Input.TextArea id={id} className="oa-content-input small" autoSize={{ minRows: 8, maxRows: 16 }} maxLength={max} aria-required
      aria-describedby={`${id}-help`} value={typeof value === 'string' ? value : ''} onChange={({ target }) => onChange(target.value)} />
  )
}
