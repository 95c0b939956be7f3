import { FileTextOutlined, SearchOutlined } from '@ant-design/icons'
import { Command } from 'cmdk'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { splitName } from '#kernel/wording/names.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { titleLinesOf } from '../documents/title.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { Icon } from '../layout/Icon.tsx'
import { Money, Num } from '../parts/Figures.tsx'
import { Initial } from '../parts/Person.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'
import { Actions, Entry } from './Actions.tsx'
import { Marked } from './Marked.tsx'
import { usePaletteText } from './texts.ts'
import { useHttp } from '../backend.ts'
import { useDebounced } from '../parts/use-delay.ts'
import { quickStart, type Tile, type TileGroup, useFavourites, useStartable } from '../home/quick-start.ts'
import { latestQuery } from '../documents/lists.ts'
import type { PersonSummary } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import { type FoundPage, isNamed, isNamedExactly, pagesNamed, type SearchTexts } from './matching.ts'
import './palette.css'

interface PaletteProps {
  onClose(): void
}

/** The command palette: searches documents, people, pages, processes and actions, operated by keyboard. */
export function Palette({ onClose }: PaletteProps) {
  const { t } = usePaletteText()
  const [keyword, setKeyword] = useState('')
  const found = useFound(keyword)
  const { chosen, choose, move, isMoved } = useChosen(firstOf(found), keyword)
  const hold = useHeldEnter({ isAsking: found.isAsking && !isMoved && keyword.trim() !== '', keyword })
  return (
    <Frame name={t('name')} onClose={onClose}>
      <Command shouldFilter={false} loop label={t('name')} value={chosen} onValueChange={choose} onPointerMove={move}
        onKeyDown={(event) => (event.key.startsWith('Arrow') ? move() : hold(event))}
      >
        <div className="oa-palette-input line-bottom gap-12 row">
          <SearchOutlined aria-hidden />
          <Command.Input value={keyword} placeholder={t('name')} onValueChange={setKeyword} />
          <kbd>Esc</kbd>
        </div>
        <Command.List aria-busy={found.isAsking} label={t('name')}>
          {keyword.trim() !== '' && !found.isAsking && <Nothing found={found} keyword={keyword.trim()} />}
          <FoundGroups found={found} keyword={keyword} onClose={onClose} />
          <Actions keyword={keyword} onClose={onClose} />
        </Command.List>
        <div className="oa-palette-foot subtle line-top gap-16 row second small">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('choose')}
          </span>
          <span>
            <kbd>↵</kbd> {t('open')}
          </span>
          <span className="aside third">{t('hint')}</span>
        </div>
      </Command>
    </Frame>
  )
}

/** The selected line: the first result as answers arrive, until the person moves the selection for the same keyword. */
function useChosen(first: string | undefined, keyword: string) {
  const [chosen, choose] = useState('')
  const [movedFor, setMovedFor] = useState<string>()
  return { chosen: movedFor === keyword ? chosen : (first ?? chosen), choose, isMoved: movedFor === keyword,
    move: () => setMovedFor(keyword) }
}

/** Enter before the results arrive opens the first of them on arrival, unless the keyword changes. */
function useHeldEnter({ isAsking, keyword }: { isAsking: boolean; keyword: string }) {
  const [heldFor, setHeldFor] = useState<string>()
  const isDue = heldFor !== undefined && heldFor === keyword && !isAsking
  useEffect(() => {
    if (!isDue) return
    // the first result is selected in the next render
    const timer = setTimeout(() => {
      setHeldFor(undefined)
      document.querySelector<HTMLElement>('.oa-palette [cmdk-item][aria-selected=true]')?.click()
    })
    return () => clearTimeout(timer)
  }, [isDue])
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isAsking) return
    event.preventDefault()
    setHeldFor(keyword)
  }
}

/** The id of the first result, in the order of the groups. */
function firstOf({ documents, people, pages, processes, isProcess }: SearchResults): string | undefined {
  const starts = processes.map(({ businessType }) => `start ${businessType}`)
  return [...(isProcess ? starts : []), ...documents.map(({ procInstId }) => procInstId), ...people.map(({ id }) => id), ...starts,
    ...pages.map(({ path }) => path)][0]
}

/** A native modal dialog, in the top layer; the rest of the page is inert. */
function Frame({ name, onClose, children }: { name: string; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    // by default the browser focuses the scrollable list frame
    element?.querySelector('input')?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    // a browser may close a dialog on a repeated Escape without asking by `cancel`; the frame that is gone has no ref
    <dialog ref={dialog} role="dialog" className="oa-palette elevated raised clip bare borderless ink" aria-label={name} onCancel={onClose}
      onClose={() => dialog.current && onClose()} onClick={({ target }) => target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}

function Nothing({ found: { documents, people, pages, processes }, keyword }: { found: SearchResults; keyword: string }) {
  const { t } = usePaletteText()
  const count = documents.length + people.length + pages.length + processes.length
  return count === 0 && <p className="oa-palette-none second" role="status">{t('none', { keyword })}</p>
}

/** In the order of {@link firstOf}: processes come before pages, and before documents if the keyword is the full name of one. */
function FoundGroups({ found, keyword, onClose }: GroupsProps) {
  return (
    <>
      {found.isProcess && <Processes found={found} keyword={keyword} onClose={onClose} />}
      <Documents found={found} keyword={keyword} onClose={onClose} />
      {!found.isProcess && <Processes found={found} keyword={keyword} onClose={onClose} />}
      <Pages found={found} keyword={keyword} onClose={onClose} />
    </>
  )
}

interface GroupsProps {
  readonly found: SearchResults
  readonly keyword: string
  onClose(): void
}

function Document({ document, keyword }: { document: FoundDocument; keyword: string }) {
  const { first, second } = titleLinesOf(document, useText())
  return (
    <>
      <Marked text={first} keyword={keyword} />{' '}
      <span className="oa-palette-quiet muted left-6">
        <Num>{document.businessNo}</Num>
      </span>
      {second !== undefined && (
        <span className="oa-palette-quiet muted left-6">
          <Marked text={second} keyword={keyword} />
        </span>
      )}
    </>
  )
}

function Documents({ found: { documents, people }, keyword, onClose }: GroupsProps) {
  const text = useText()
  const { t } = usePaletteText()
  const link = useDocumentLink()
  const go = useGoing(onClose)
  const addressBook = useAddressBook()
  return (
    <>
      {documents.length > 0 && (
        <Command.Group heading={t(keyword.trim() === '' ? 'latest' : 'documents')}>
          {documents.map((document) => (
            <Entry key={document.procInstId} id={document.procInstId} icon={<FileTextOutlined aria-hidden />} onChoose={() =>
              go(link(document))} aside={
              <>
                <Money value={document.amount} />
                <StateDot state={document.state} />
              </>
            }>
              <Document document={document} keyword={keyword} />
            </Entry>
          ))}
        </Command.Group>
      )}
      {addressBook && people.length > 0 && (
        <Command.Group heading={t('people')}>
          {people.map(({ id, name, mainDepartment, position }) => (
            <Entry key={id} id={id} icon={<Initial id={id} name={name} />} onChoose={() => go(addressBook(name))}
              aside={[text.name(mainDepartment?.name), text.name(position)].filter(Boolean).join(' · ')}
            >
              <Marked text={text.name(name)} keyword={keyword} />
            </Entry>
          ))}
        </Command.Group>
      )}
    </>
  )
}

function Processes({ found: { processes }, keyword, onClose }: GroupsProps) {
  const { t, label } = usePaletteText()
  const go = useGoing(onClose)
  if (processes.length === 0) return null
  return (
    <Command.Group heading={t('start')}>
      {processes.map((process) => (
        <Entry key={process.businessType} id={`start ${process.businessType}`} icon={<Icon name={process.icon} />}
          onChoose={() => go(process.path)} aside={label(process.group)}
        >
          <Marked text={label(process)} keyword={keyword} pinyin={process.pinyin} />
        </Entry>
      ))}
    </Command.Group>
  )
}

function Pages({ found: { pages }, keyword, onClose }: GroupsProps) {
  const { t, label } = usePaletteText()
  const go = useGoing(onClose)
  if (pages.length === 0) return null
  return (
    <Command.Group heading={t('pages')}>
      {pages.map((page) => (
        <Entry key={page.path} id={page.path} icon={<Icon name={page.icon} />} onChoose={() => go(page.path)} aside={label(page.group)}>
          <Marked text={label(page)} keyword={keyword} pinyin={page.pinyin} />
        </Entry>
      ))}
    </Command.Group>
  )
}

/** The address of a person in the address book; undefined if the product has none. */
function useAddressBook() {
  const knows = useKnows()
  if (!knows('/user-manage')) return undefined
  return (name: string) => `/user-manage?${new URLSearchParams({ keyword: splitName(name).cn })}`
}

/** Navigates and closes the palette. */
function useGoing(onClose: () => void) {
  const navigate = useNavigate()
  return (address: string) => {
    onClose()
    void navigate(address)
  }
}

type FoundDocument = Pick<DocumentRow,
  'procInstId' | 'businessNo' | 'businessType' | 'routeName' | 'processName' | 'processNameEn' | 'title' | 'titleEn' | 'subject'
    | 'subjectEn' | 'state' | 'amount'>

interface FoundProcess extends SearchTexts {
  readonly businessType: string
  readonly path: string
  readonly icon: string | undefined
  readonly group: { readonly cn: string; readonly en: string }
}

interface SearchResults {
  readonly documents: readonly FoundDocument[]
  readonly people: readonly PersonSummary[]
  readonly pages: readonly FoundPage[]
  readonly processes: readonly FoundProcess[]
  /** The keyword is the full name of a process: starting it comes before its documents. */
  readonly isProcess: boolean
  /** A request is pending. */
  readonly isAsking: boolean
}

/** Maximum number of results by kind; the lists contain more. */
const most = { documents: 6, latest: 3, people: 4, pages: 5, processes: 5 } as const

/**
 * Returns the results for a keyword: pages and processes from loaded data, documents and people from the server. Without a keyword: the
 * person's latest documents and most used processes.
 */
function useFound(keyword: string): SearchResults {
  const query = useDebounced(keyword.trim(), 150)
  const documents = useSearch<FoundDocument>(['found', 'documents', query], '/workflow/documents/found', { keyword: query,
    size: most.documents })
  const people = useSearch<PersonSummary>(['found', 'people', query], '/system/users/list', { keyword: query, size: most.people,
    enable: '1' })
  const menus = useRead(reads.menus)
  const startable = useStartable()
  const pages = useMemo(() => pagesNamed(menus ?? [], keyword).slice(0, keyword.trim() ? most.pages : 0), [menus, keyword])
  const { starred } = useFavourites()
  const processes = useMemo(() => processesNamed(startable ?? [], { keyword, starred }).slice(0, most.processes), [startable, keyword,
    starred])
  const isEmpty = keyword.trim() === ''
  const latest = useQuery({ ...latestQuery(useHttp()), enabled: isEmpty, staleTime: 60_000 }).data?.records ?? []
  return {
    documents: isEmpty ? latest.slice(0, most.latest) : documents.rows,
    people: people.rows,
    pages,
    processes,
    isProcess: processes.some((process) => isNamedExactly(process, keyword)),
    isAsking: query !== keyword.trim() || documents.isAsking || people.isAsking,
  }
}

function useSearch<Row>(queryKey: readonly string[], path: string,
  parameters: { keyword: string } & Readonly<Record<string, string | number>>) {
  const http = useHttp()
  const isEnabled = parameters.keyword !== ''
  const { data, isFetching } = useQuery({
    queryKey,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: ({ signal }) => http.get<readonly Row[]>(path, parameters, { signal, quiet: true }),
  })
  return { rows: isEnabled ? (data ?? []) : [], isAsking: isFetching }
}

function processesNamed(groups: readonly TileGroup[],
  { keyword, starred }: { keyword: string; starred: ReadonlySet<string> }): readonly FoundProcess[] {
  const named = groups.flatMap((group) => group.items.map((tile) => processOf(tile, group))).filter((process) => isNamed(process, keyword))
  if (keyword.trim() !== '') return named
  const frequent = quickStart(groups, starred).flatMap(({ businessType }) =>
    named.find((process) => process.businessType === businessType) ?? []
  )
  return [...frequent, ...named.filter((process) => !frequent.includes(process))]
}

const processOf = ({ businessType, name, nameEn, pinyin, icon, path }: Tile, { groupName, groupNameEn }: TileGroup): FoundProcess => ({
  businessType,
  cn: name,
  en: nameEn,
  pinyin: pinyin ?? '',
  path: path ?? `/${businessType}Edit`,
  icon: icon ?? undefined,
  group: { cn: groupName, en: groupNameEn },
})
