import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Form } from '#kernel/form.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '../../backend.ts'
import { shortTime } from '../../documents/duration.ts'
import { titleLinesOf } from '../../documents/title.ts'
import { type Anchor, Menu } from '../../floating/Floating.tsx'
import { latestQuery } from '../../documents/lists.ts'
import { Money } from '../../parts/Figures.tsx'
import { RowsSkeleton } from '../../parts/Skeletons.tsx'
import { useFormText } from '../texts.ts'
import { copyAddress } from './copy-address.ts'
import './copies.css'

/** Maximum number of documents in the menu. */
const most = 8

/** A menu of the user's latest documents of this form, to copy one. */
export function CopyEarlier({ form }: { form: Pick<Form, 'key' | 'path'> }) {
  const { t } = useFormText()
  const [anchor, setAnchor] = useState<Anchor>()
  const toggle = ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(anchor ? undefined : currentTarget.getBoundingClientRect())
  return (
    <>
      <Button type="text" icon={<CopyOutlined aria-hidden />} aria-haspopup="menu" aria-expanded={anchor !== undefined} onClick={toggle}>
        {t('copyEarlier')}
      </Button>
      {anchor && <Earlier form={form} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}

function Earlier({ form, anchor, onClose }: { form: Pick<Form, 'key' | 'path'>; anchor: Anchor; onClose(): void }) {
  const { t } = useFormText()
  const http = useHttp()
  const navigate = useNavigate()
  const { data, isError } = useQuery(latestQuery(http, { type: form.key, size: most }))
  const head = data?.records.length === 0 || isError
    ? <p className="oa-copy-none third">{t(isError ? 'copyFailed' : 'copyNone')}</p>
    : !data && <RowsSkeleton rows={3} columns={['90%']} />
  const items = (data?.records ?? []).map((row) => ({ key: row.procInstId, label: <Named row={row} />,
    choose: () => void navigate(copyAddress(form, row.procInstId)) })
  )
  return <Menu anchor={anchor} side="below-end" name={t('copyEarlier')} sections={[{ key: 'earlier', head, items }]} onClose={onClose} />
}

function Named({ row }: { row: DocumentRow }) {
  const { locale } = useFormText()
  return (
    <span className="oa-copy-row flex gap-12">
      <span className="cut">{titleLinesOf(row, { locale }).first}</span>
      <span className="num">{shortTime(row.createTime).split(' ')[0]}</span>
      {row.amount !== null && <Money value={row.amount} />}
    </span>
  )
}
