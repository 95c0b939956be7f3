import { Input } from 'antd'
import { contacts } from '#kernel/kinds/testing-email.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { type CellProps, controlOf, type InputProps } from './types.ts'

function EmailInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <Input {...controlOf(props)} type="email" inputMode="email" autoComplete="off" value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value.trim().toLowerCase() || null)} />
  )
}

function EmailCell({ value }: CellProps) {
  return typeof value === 'string' && value !== '' ? <a href={`mailto:${encodeURIComponent(value)}`}>{value}</a> : <>—</>
}

/** A cell component for single fields. */
const InitialsCell = ({ value }: CellProps) => <abbr title={String(value)}>{String(value).slice(0, 2).toUpperCase()}</abbr>

/** The browser half of the module with the kind; its list filter is that of texts. */
export const contactsInBrowser = defineBrowserPlugin({
  id: 'contacts',
  kinds: { email: async () => ({ kind: contacts.kinds[0]!, Input: EmailInput, Cell: EmailCell }) },
  fieldComponents: { initials: { Cell: lazyPage(async () => InitialsCell) } },
})
