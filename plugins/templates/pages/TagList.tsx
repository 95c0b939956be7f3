import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useBackend } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { TagGroup } from '../wire.ts'
import { useTemplateText } from './text.ts'
import { path } from './use-template-calls.ts'

/** The tags that a template of a type may name, to be found and copied. */
export function TagList({ businessType }: { businessType: string }) {
  const { t } = useTemplateText()
  const { http } = useBackend()
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useQuery({ queryKey: ['templateTags', businessType],
    queryFn: () => http.get<readonly TagGroup[]>(`${path}/tags/${encodeURIComponent(businessType)}`) })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} columns={['60%']} />
  return (
    <div className="oa-template-tags">
      <Input size="small" allowClear placeholder={t('find')} aria-label={t('find')} value={keyword}
        onChange={({ target }) => setKeyword(target.value)} />
      <p>{t('tagsHint', { example: '{doc.number}' })}</p>
      {data.map((group) => <Group key={group.loop ?? group.en} group={group} keyword={keyword.trim().toLowerCase()} />)}
    </div>
  )
}

function Group({ group, keyword }: { group: TagGroup; keyword: string }) {
  const { t, locale } = useTemplateText()
  const isCondition = group.en === 'Conditions'
  const tags = group.tags.filter(({ name, cn, en }) => `${name} ${cn} ${en}`.toLowerCase().includes(keyword))
  if (tags.length === 0) return null
  return (
    <section>
      <h4>{group[locale]}</h4>
      {group.loop !== undefined && <p>{t('loopHint', { loop: `{#${group.loop}}`, end: `{/${group.loop}}` })}</p>}
      {isCondition && <p>{t('conditionHint', { condition: '{#doc.isCompleted}…{/}' })}</p>}
      <ul>
        {tags.map(({ name, ...label }) => <Tag key={name} text={isCondition ? `{#${name}}{/}` : `{${name}}`} label={label[locale]} />)}
      </ul>
    </section>
  )
}

function Tag({ text, label }: { text: string; label: string }) {
  const { t } = useTemplateText()
  const { reactions } = useBackend()
  const copy = () => void navigator.clipboard.writeText(text).then(() => reactions.notify({ kind: 'success', text: t('copied') }))
  return (
    <li>
      <button type="button" className="plain" onClick={copy}>
        <code>{text}</code> {label}
      </button>
    </li>
  )
}
