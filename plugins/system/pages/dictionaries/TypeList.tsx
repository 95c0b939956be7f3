import { SearchOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { StateView } from '#shell/states/StateView.tsx'
import { type DictionaryType, matches } from './dictionaries.ts'
import { useDictionaryText } from './text.ts'

interface TypeListProps {
  readonly types: readonly DictionaryType[]
  readonly chosen: string | undefined
  onChoose(code: string): void
}

/** The dictionaries, found by code or name in either language. */
export function TypeList({ types, chosen, onChoose }: TypeListProps) {
  const { t, locale } = useDictionaryText()
  const [keyword, setKeyword] = useState('')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-code="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const found = types.filter(({ code, name, nameEn }) => matches([code, name, nameEn], keyword))
  return (
    <nav className="oa-dict-types" aria-label={t('types')}>
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('searchTypes')} placeholder={t('searchTypes')} value={keyword}
        maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
      {found.length === 0 && <StateView illustration="search" role="status" title={t('noTypes')} />}
      <ul ref={list}>
        {found.map((type) => (
          <li key={type.code}>
            <button type="button" data-code={type.code} className={type.enable ? 'plain' : 'plain is-off'}
              aria-current={type.code === chosen ? 'true' : undefined} onClick={() => onChoose(type.code)}
            >
              <span className="cut">{locale === 'cn' ? type.name : type.nameEn}</span>
              {!type.enable && <em>{t('off')}</em>}
              <small className="cut">{type.code}</small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same where there is no room for a list. */
export function TypeSelect({ types, chosen, onChoose }: TypeListProps) {
  const { t, locale } = useDictionaryText()
  const options = types.map(({ code, name, nameEn }) => ({ value: code, label: `${locale === 'cn' ? name : nameEn} · ${code}`,
    search: `${code} ${name} ${nameEn}`.toLowerCase() })
  )
  return (
    <Select showSearch className="oa-dict-select" aria-label={t('choose')} placeholder={t('choose')} value={chosen} options={options}
      onChange={onChoose} filterOption={(text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false} />
  )
}
