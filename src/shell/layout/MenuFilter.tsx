import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useKeys } from '../keys.ts'
import { Marked } from '../palette/Marked.tsx'
import { type FoundPage, pagesNamed } from '../palette/matching.ts'
import type { MenuNode } from '../start/answers.ts'
import { useText } from '../text.tsx'
import { Icon } from './Icon.tsx'

/** Finds pages by name, pinyin or initials; the arrows choose one, Enter opens it, Esc empties it. */
export function MenuFilter({ menus, keyword, onFilter }: { menus: readonly MenuNode[]; keyword: string; onFilter(keyword: string): void }) {
  const { t } = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(0)
  const found = keyword.trim() === '' ? [] : pagesNamed(menus, keyword)
  useKeys({ 'g p': () => input.current?.focus() })

  const filter = (next: string) => {
    onFilter(next)
    setChosen(0)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') filter('')
    else if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0))
    else if (event.key === 'Enter' && found[chosen]) {
      filter('')
      input.current?.blur()
      void navigate(found[chosen].path)
    } else return
    event.preventDefault()
  }
  return (
    <div className="oa-menu-filter">
      <label>
        <SearchOutlined aria-hidden />
        <input ref={input} type="search" role="combobox" value={keyword} placeholder={t('menu.find')} aria-label={t('menu.find')}
          aria-keyshortcuts="G P" aria-expanded={found.length > 0} aria-controls={`${id}-found`}
          aria-activedescendant={found[chosen] && `${id}-${chosen}`} onChange={({ target }) => filter(target.value)} onKeyDown={press} />
        {keyword === '' && <kbd aria-hidden>G P</kbd>}
      </label>
      <ul id={`${id}-found`} role="listbox" aria-label={t('menu.find')}>
        {found.map((page, at) => (
          <Hit key={page.path} id={`${id}-${at}`} page={page} keyword={keyword} isChosen={at === chosen} onOpen={() => filter('')} />
        ))}
      </ul>
      {keyword.trim() !== '' && found.length === 0 && <p className="oa-menu-nothing" role="status">{t('menu.nothing', { keyword })}</p>}
    </div>
  )
}

interface HitProps {
  readonly id: string
  readonly page: FoundPage
  readonly keyword: string
  readonly isChosen: boolean
  onOpen(): void
}

function Hit({ id, page, keyword, isChosen, onOpen }: HitProps) {
  const { label, locale } = useText()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={line} id={id} role="option" aria-selected={isChosen}>
      <Link className="plain" to={page.path} tabIndex={-1} onClick={onOpen}>
        <Icon name={page.icon} />
        <span className="cut" title={label(page.group)}>
          <Marked text={label(page)} keyword={keyword} pinyin={locale === 'cn' ? page.pinyin : ''} />
        </span>
      </Link>
    </li>
  )
}
