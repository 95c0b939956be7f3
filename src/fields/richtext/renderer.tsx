import { BoldOutlined, ItalicOutlined, OrderedListOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { allowedElements, droppedElements, keptAttribute, linkAttributes } from '#kernel/rich-text/allowed-elements.ts'
import { sanitiseHtml } from '#kernel/rich-text/sanitise.ts'
import { TextFilter } from '../texts/family.tsx'
import { useFieldText } from '../text.ts'
import type { CellProps, FieldRenderer, InputProps } from '../types.ts'
import './richtext.css'

/**
 * Sanitises HTML for display. It is sanitised as text before it is parsed, so that the browser does not request anything in it and report
 * violations of the content security policy; the parsed result is sanitised again.
 */
export function sanitise(html: string): string {
  const { body } = new DOMParser().parseFromString(sanitiseHtml(html), 'text/html')
  clean(body)
  return body.innerHTML
}

function clean(parent: Element): void {
  for (const element of Array.from(parent.children)) {
    const name = element.tagName.toLowerCase()
    if (droppedElements.has(name)) {
      element.remove()
      continue
    }
    clean(element)
    if (allowedElements[name]) keepAllowed(element, name)
    else element.replaceWith(...element.childNodes)
  }
}

function keepAllowed(element: Element, name: string): void {
  for (const { name: attribute, value } of Array.from(element.attributes)) {
    const kept = keptAttribute(name, attribute, value)
    if (kept === undefined) element.removeAttribute(attribute)
    else element.setAttribute(attribute, kept)
  }
  if (name !== 'a') return
  for (const [attribute, value] of Object.entries(linkAttributes)) element.setAttribute(attribute, value)
}

const htmlOf = (value: unknown) => (typeof value === 'string' ? value : '')

const commands = [
  { command: 'bold', text: 'bold', icon: <BoldOutlined /> },
  { command: 'italic', text: 'italic', icon: <ItalicOutlined /> },
  { command: 'insertUnorderedList', text: 'list', icon: <UnorderedListOutlined /> },
  { command: 'insertOrderedList', text: 'numbered', icon: <OrderedListOutlined /> },
] as const

/** A rich text editor with emphasis and lists; pasted content is reduced to these. */
function RichTextInput({ field, value, onChange, onBlur, disabled, id, ...control }: InputProps) {
  const { t, label } = useFieldText()
  const editor = useRef<HTMLDivElement>(null)
  const html = htmlOf(value)
  useEffect(() => {
    const element = editor.current
    // do not overwrite the content while the user is typing
    if (element && element !== document.activeElement) element.innerHTML = sanitise(html)
  }, [html])

  const emitChange = () => onChange(sanitise(editor.current?.innerHTML ?? '') || null)
  const run = (command: string) => {
    editor.current?.focus()
    document.execCommand(command)
    emitChange()
  }
  return (
    <div className="oa-rich outlined round-6" data-status={control.status}>
      <div className="oa-rich-tools line-bottom flex gap-2" role="toolbar" aria-label={label(field)}>
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

/** Displays rich text; the only place that sets inner HTML, sanitised. */
function RichTextCell({ value }: CellProps) {
  const html = useMemo(() => sanitise(htmlOf(value)), [value])
  if (html === '') return <span className="oa-nothing">—</span>
  return <div className="oa-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}

export const renderer: FieldRenderer = { Input: RichTextInput, Cell: RichTextCell, Filter: TextFilter }
