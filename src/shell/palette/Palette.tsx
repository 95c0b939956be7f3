import { FileTextOutlined, SearchOutlined } from '@ant-design/icons'
import { Command } from 'cmdk'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { splitName } from '#kernel/wording/names.ts'
import { titleLinesOf } from '../documents/title.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { Icon } from '../layout/Icon.tsx'
import { Money } from '../parts/Money.tsx'
import { Num } from '../parts/Num.tsx'
import { Initial } from '../parts/Person.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'
import { Actions } from './Actions.tsx'
import { Entry } from './Entry.tsx'
import { Marked } from './Marked.tsx'
import { usePaletteText } from './text.ts'
import { type SearchResults, type FoundDocument, useFound } from './use-found.ts'
import './palette.css'

interface PaletteProps {
  onClose(): void
}

/** Documents, people, pages, processes and actions, found by what is typed and chosen with the keys. */
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
        <div className="oa-palette-input">
          <SearchOutlined aria-hidden />
          <Command.Input value={keyword} placeholder={t('name')} onValueChange={setKeyword} />
          <kbd>Esc</kbd>
        </div>
        <Command.List aria-busy={found.isAsking} label={t('name')}>
          {keyword.trim() !== '' && !found.isAsking && <Nothing found={found} keyword={keyword.trim()} />}
          <FoundGroups found={found} keyword={keyword} onClose={onClose} />
          <Actions keyword={keyword} onClose={onClose} />
        </Command.List>
        <div className="oa-palette-foot">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('choose')}
          </span>
          <span>
            <kbd>↵</kbd> {t('open')}
          </span>
          <span className="oa-palette-hint">{t('hint')}</span>
        </div>
      </Command>
    </Frame>
  )
}

/** The line that Enter opens: the first as answers arrive, until the person has gone to another for the same text. */
function useChosen(first: string | undefined, keyword: string) {
  const [chosen, choose] = useState('')
  const [movedFor, setMovedFor] = useState<string>()
  return { chosen: movedFor === keyword ? chosen : (first ?? chosen), choose, isMoved: movedFor === keyword,
    move: () => setMovedFor(keyword) }
}

/** Enter that is pressed before the answers are here opens the first of them once they are, unless the text changes meanwhile. */
function useHeldEnter({ isAsking, keyword }: { isAsking: boolean; keyword: string }) {
  const [heldFor, setHeldFor] = useState<string>()
  const isDue = heldFor !== undefined && heldFor === keyword && !isAsking
  useEffect(() => {
    if (!isDue) return
    // the first answer is chosen with the drawing that follows
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

/** A dialog of the browser's own: above everything else, with the rest of the page out of reach. */
function Frame({ name, onClose, children }: { name: string; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    // the browser would focus the frame of the list, which can be focused too
    element?.querySelector('input')?.focus()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog ref={dialog} role="dialog" className="oa-palette" aria-label={name} onCancel={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}

function Nothing({ found: { documents, people, pages, processes }, keyword }: { found: SearchResults; keyword: string }) {
  const { t } = usePaletteText()
  const count = documents.length + people.length + pages.length + processes.length
  return count === 0 && <p className="oa-palette-none" role="status">{t('none', { keyword })}</p>
}

/** In the order of {@link firstOf}: what is started goes before its list, and before documents where its name was typed in full. */
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
      <span className="oa-palette-quiet">
        <Num>{document.businessNo}</Num>
      </span>
      {second !== undefined && (
        <span className="oa-palette-quiet">
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

/** The address at which a person is shown; undefined when the address book is no part of the product. */
function useAddressBook() {
  const knows = useKnows()
  if (!knows('/user-manage')) return undefined
  return (name: string) => `/user-manage?${new URLSearchParams({ keyword: splitName(name).cn })}`
}

/** Goes somewhere and closes. */
function useGoing(onClose: () => void) {
  const navigate = useNavigate()
  return (address: string) => {
    onClose()
    void navigate(address)
  }
}
