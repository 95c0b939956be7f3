import { FileZipOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { can } from '../permissions.ts'
import type { ArchiveCompany, ArchivePackage } from '../wire.ts'
import { companiesQuery, packagesQuery } from './archive.ts'
import { DownloadsDialog } from './DownloadsDialog.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { PackageRow } from './PackageRow.tsx'
import { useArchiveText } from './text.ts'
import './archive.css'

const filterNames: readonly string[] = ['company', 'state']

const hasAny = (companies: readonly ArchiveCompany[] | undefined): boolean => companies !== undefined && companies.length > 0

type OpenDialog = { readonly dialog: 'make' } | { readonly dialog: 'downloads'; readonly of: ArchivePackage }

/** The books of companies by periods, each as one package that says whether it is whole. */
export function ArchivePage() {
  const { t } = useArchiveText()
  const http = useHttp()
  const list = useListQuery(filterNames)
  const answer = useQuery(packagesQuery(http, list.query))
  const { data: companies } = useQuery(companiesQuery(http))
  const [shown, setShown] = useState<OpenDialog>()
  const close = () => setShown(undefined)
  // without a company there is nothing to pack
  const make = may(can.add) && hasAny(companies) && (
    <Button type="primary" icon={<FileZipOutlined aria-hidden />} onClick={() => setShown({ dialog: 'make' })}>
      {t('make')}
    </Button>
  )
  return (
    <ListPage title={t('title')} actions={make} list={list} search={useSearch(companies)} answer={listed(answer)}
      skeleton={{ columns: ['30%', '20%', '20%'] }} empty={{ title: t('empty'), text: t('emptyText') }} noMatch={{ title: t('noMatch') }}
      dialog={
        <>
          {shown?.dialog === 'make' && <MakeDialog companies={companies ?? []} onClose={close} />}
          {shown?.dialog === 'downloads' && <DownloadsDialog of={shown.of} onClose={close} />}
        </>
      }
    >
      {(packages) => (
        <ul className="oa-archive">
          {packages.map((each) => <PackageRow key={each.id} made={each} onDownloads={() => setShown({ dialog: 'downloads', of: each })} />)}
        </ul>
      )}
    </ListPage>
  )
}

function useSearch(companies: readonly ArchiveCompany[] | undefined): readonly SearchField[] {
  const { t, label } = useArchiveText()
  return useMemo(() => {
    const choice = (name: string, title: string, options: { value: string; label: string }[]): SearchField => ({ name, label: title,
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={title} placeholder={title} value={value} options={options}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ) })
    return [choice('company', t('company'), (companies ?? []).map((company) => ({ value: company.value, label: label(company) }))),
      choice('state', t('state'),
        (['ready', 'building', 'waiting', 'failed'] as const).map((state) => ({ value: state, label: t(state) })))]
  }, [t, label, companies])
}
