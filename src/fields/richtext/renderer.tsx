import { BoldOutlined, ItalicOutlined, OrderedListOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { TextFilter } from '../texts/family.tsx'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, InputProps } from '../types.ts'
import { sanitise } from './sanitise.ts'
import './richtext.css'

const htmlOf = (value: unknown) => (typeof value === 'string' ? value : '')

const commands = [
  { command: 'bold', text: 'bold', icon: <BoldOutlined /> },
  { command: 'italic', text: 'italic', icon: <ItalicOutlined /> },
  { command: 'insertUnorderedList', text: 'list', icon: <UnorderedListOutlined /> },
  { command: 'insertOrderedList', text: 'numbered', icon: <OrderedListOutlined /> },
] as const

/** Text with emphasis and lists; what is pasted loses everything else. */
function RichTextInput({ field, value, onChange, onBlur, disabled, id, ...control }: InputProps) {
  const { t, label } = useFieldText()
  const editor = useRef<HTMLDivElement>(null)
  const html = htmlOf(value)
  useEffect(() => {
    const element = editor.current
    // While the person writes, what they see is ahead of the value.
    if (element && element !== document.activeElement) element.innerHTML = sanitise(html)
  }, [html])

  const emitChange = () => onChange(sanitise(editor.current?.innerHTML ?? '') || null)
  const run = (command: string) => {
    editor.current?.focus()
    document.execCommand(command)
    emitChange()
  }
  return (
    <div className="oa-rich" data-status={control.status}>
      <div className="oa-rich-tools" role="toolbar" aria-label={label(field)}>
        {commands.map(({ command, text, icon }) => (
          <Tooltip key={command} title={t(text)}>
            <Button type="text" size="small" icon={icon} disabled={disabled} aria-label={t(text)}
              onMouseDown={(event) => event.preventDefault()} onClick={() => run(command)} />
          </Tooltip>
        ))}
      </div>
      <div ref={editor} id={id} className="oa-rich-text" role="textbox" aria-multiline contentEditable={!disabled} tabIndex={0}
        suppressContentEditableWarning aria-label={control['aria-label'] ?? label(field)} aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']} aria-required={control['aria-required']} onInput={emitChange} onBlur={onBlur}
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }} />
    </div>
  )
}

/** The one place that sets inner HTML, after cleaning it. */
function RichTextCell({ value }: CellProps) {
  const html = useMemo(() => sanitise(htmlOf(value)), [value])
  if (html === '') return <span className="oa-nothing">—</span>
  return <div className="oa-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}

export const renderer: FieldRenderer = { Input: RichTextInput, Cell: RichTextCell, Filter: TextFilter }
