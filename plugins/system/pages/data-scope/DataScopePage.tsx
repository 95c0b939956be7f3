import { EyeOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Select } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { TryCard } from '../roles/scopes/TryCard.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { type Matrix as Answer, matrixQuery, type Resource, type ScopedRole, useScopeText } from './data-scope.ts'
import { Matrix } from './Matrix.tsx'
import { ScopeDialog } from './ScopeDialog.tsx'
import '../roles/roles.css'
import './data-scope.css'

type OpenDialog = { readonly kind: 'scope'; readonly role: ScopedRole; readonly resource: Resource | undefined } | { readonly kind: 'copy';
  readonly role: ScopedRole }

/** The scope of each role for each kind of record, and what that comes to for a person. */
export function DataScopePage() {
  const { t } = useScopeText()
  const answer = useQuery(matrixQuery(useHttp()))
  const [keyword, setKeyword] = useState('')
  const [resource, setResource] = useState<string>()
  const [isTrying, setIsTrying] = useState(false)
  return (
    <Page title={t('title')} footer={<span className="oa-matrix-note">{t('note')}</span>}
      actions={<Button icon={<EyeOutlined aria-hidden />} onClick={() => setIsTrying(true)}>{t('try')}</Button>}
      head={
        <Search keyword={keyword} onKeyword={setKeyword} resource={resource} onResource={setResource}
          known={answer.data?.resources ?? []} />
      }
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={12} columns={['16%', '10%', '10%', '10%', '10%', '10%']} />}
      {answer.data && <Scopes {...answer.data} keyword={keyword} resource={resource} />}
      <Drawer open={isTrying} width={400} title={t('try')} onClose={() => setIsTrying(false)} destroyOnHidden>
        <TryCard all={answer.data?.roles ?? []} />
      </Drawer>
    </Page>
  )
}

interface SearchProps {
  readonly keyword: string
  readonly resource: string | undefined
  readonly known: readonly Resource[]
  onKeyword(keyword: string): void
  onResource(resource: string | undefined): void
}

function Search({ keyword, resource, known, onKeyword, onResource }: SearchProps) {
  const { t, label } = useScopeText()
  return (
    <div className="oa-matrix-search" role="search">
      <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} value={keyword}
        maxLength={60} onChange={({ target }) => onKeyword(target.value)} />
      <Select allowClear aria-label={t('resource')} placeholder={t('allResources')} value={resource} onChange={onResource}
        options={known.map((one) => ({ value: one.resource, label: label(one) }))} />
    </div>
  )
}

function Scopes({ roles, resources, keyword, resource }: Answer & { keyword: string; resource: string | undefined }) {
  const { t } = useScopeText()
  const [open, setOpen] = useState<OpenDialog>()
  const needle = keyword.trim().toLowerCase()
  const found = roles.filter(({ name, key }) => `${name} ${key}`.toLowerCase().includes(needle))
  if (found.length === 0) return <StateView illustration="search" role="status" title={t('noMatch')} />
  const close = () => setOpen(undefined)
  return (
    <>
      <Matrix roles={found} resources={resources.filter((one) => resource === undefined || one.resource === resource)}
        onEdit={(role, of) => setOpen({ kind: 'scope', role, resource: of })} onCopy={(role) => setOpen({ kind: 'copy', role })} />
      {open?.kind === 'scope' && <ScopeDialog role={open.role} resource={open.resource} onClose={close} />}
      {open?.kind === 'copy' && <CopyDialog role={open.role} all={roles} onClose={close} />}
    </>
  )
}
