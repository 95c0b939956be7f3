import { describe, expect, it } from 'vitest'
import { formProblems } from '#kernel/composition/problems.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormOverlay } from './difference.ts'
import { changeField, changeSection, contentOfForm, insertField, moveField, withForm } from '../model/content.ts'
import { visit } from '../model/testing-content.ts'
import type { FormContent } from '../wire.ts'
import { canKeep, formInForce, mergedOverlay, savedParts, settledOverlay } from './merge.ts'
import { isOwnKey, overlaidForm, overlayBetween, ownKeyOf } from './overlay.ts'

const shipped = visit.form
const crm: FieldDefinition = { kind: 'text', cn: '客户系统编号', en: 'CRM number', required: true }
const phase: FieldDefinition = { kind: 'text', cn: '阶段', en: 'Phase' }

/** The form as the company has it. */
const company = (): FormContent => {
  let content = contentOfForm(shipped)
  content = insertField(content, 'ownCrm', crm, { section: 'visit', before: 'arrival' })
  content = insertField(content, 'ownPhase', phase, { table: 'visitors', before: 'cost' })
  content = changeField(content, 'departure', { en: 'Leaves on', hint: { cn: '可不填', en: 'May be empty' } })
  content = changeField(content, 'zone', {
    options: [...(shipped.fields['zone']?.options ?? []), { value: 'own1', cn: '只到大厅', en: 'Lobby only' }],
  })
  content = changeField(content, 'note', { visible: 'false' })
  content = changeSection(content, 'visit', { en: 'The visit' })
  content = moveField(content, 'fee', { section: 'people' })
  return withForm(content, { columns: [...shipped.columns, 'ownCrm'],
    rules: [...shipped.rules, { id: 'OWN-1', when: 'len(ownCrm) < 3', fields: ['ownCrm'], level: 'block', cn: '编号太短',
      en: 'Too short' }] })
}
const parts = overlayBetween(shipped, company().form)
const overlay: FormOverlay = { over: 'visit', base: shipped, parts }
const merged = (release: Form, needs = {}) => mergedOverlay(release, overlay, needs)
const release = (change: (content: FormContent) => FormContent): Form => change(contentOfForm(shipped)).form
const without = (key: string): Form => {
  const { [key]: _, ...fields } = shipped.fields
  return { ...shipped, fields, rules: shipped.rules.filter(({ when, fields: at }) => !`${when} ${at.join(' ')}`.includes(key)) }
}

describe('the differences from a form of the product', () => {
  it('are what a company added, and make the form again', () => {
    expect(parts.map(({ of }) => of).toSorted()).toEqual(['added', 'added', 'attribute', 'attribute', 'attribute', 'column', 'hidden',
      'option', 'order', 'order', 'rule', 'section'])
    const form = overlaidForm(shipped, parts)
    expect(formProblems(form)).toEqual(formProblems(shipped))
    expect(overlayBetween(shipped, form)).toEqual(parts)
    expect(Object.keys(form.fields).slice(0, 3)).toEqual(['company', 'ownCrm', 'arrival'])
    expect(form.fields['visitors']?.columns).toMatchObject({ ownPhase: { en: 'Phase' } })
    expect(form.fields['departure']).toMatchObject({ cn: '离开日期', en: 'Leaves on' })
    expect(form.fields['note']).toMatchObject({ visible: 'false' })
    expect(form.flow).toBe(shipped.flow)
  })

  it('are none where nothing was changed', () => expect(overlayBetween(shipped, shipped)).toEqual([]))

  it('keep a field that is there while it is required visible as it was', () => {
    const form = overlaidForm(shipped, overlayBetween(shipped, changeField(contentOfForm(shipped), 'agreement', { required: true }).form))
    expect(form.fields['agreement']).toMatchObject({ required: true, visible: 'zone = "1"' })
  })

  it('give own fields keys that the product does not use', () => {
    expect(['ownCrm', 'own1', 'owner', 'crm', 'ownership'].map(isOwnKey)).toEqual([true, true, false, false, false])
    expect([ownKeyOf('text'), ownKeyOf('ownCrm')]).toEqual(['ownText', 'ownCrm'])
  })
})

describe('a new release', () => {
  it('is followed where it changed something else', () => {
    const next = release((content) =>
      insertField(changeField(changeField(content, 'departure', { cn: '离厂日期' }), 'company', { required: undefined }), 'badge', phase, {
        section: 'visit',
        before: 'zone',
      })
    )
    const { parts: fitting, questions } = merged(next)
    expect(questions).toEqual([])
    const form = overlaidForm(next, fitting)
    expect(form.fields['departure']).toMatchObject({ cn: '离厂日期', en: 'Leaves on' })
    expect(form.fields['company']?.required).toBeUndefined()
    const keys = Object.keys(form.fields)
    expect([keys.indexOf('badge') > keys.indexOf('departure'), keys.indexOf('ownCrm')]).toEqual([true, 1])
  })

  it.each([
    ['gone', without('departure'), 'attribute departure en', true],
    ['kind', release((content) => changeField(content, 'zone', { kind: 'select' })), 'option zone own1', true],
    ['taken', release((content) => insertField(content, 'ownCrm', phase, { section: 'visit' })), 'added ownCrm', true],
    ['both', release((content) => changeField(content, 'departure', { en: 'Departs' })), 'attribute departure en', false],
    ['needed', shipped, 'hidden note', true],
  ] as const)('leaves what does not fit as a question: %s', (why, next, id, isInactive) => {
    const { questions, parts: fitting } = merged(next, why === 'needed' ? { note: [{ cn: '规则', en: 'A rule reads it' }] } : {})
    expect(questions.find((question) => question.id === id)).toMatchObject({ why, isInactive })
    expect(formProblems(overlaidForm(next, fitting))).toEqual(formProblems(next))
  })

  it('has a question settled for the product or for the company', () => {
    const next = release((content) => changeField(content, 'departure', { en: 'Departs' }))
    const [question] = merged(next).questions
    const settled = (choice: 'product' | 'company') => settledOverlay(overlay, question!, { choice, form: next })
    for (const [choice, en] of [['product', 'Departs'], ['company', 'Leaves on']] as const) {
      const after = mergedOverlay(next, settled(choice), {})
      expect(after.questions).toEqual([])
      expect(overlaidForm(next, after.parts).fields['departure']?.en).toBe(en)
    }
  })

  it('lets a field of the company whose key it took go on under another one, with what reads it', () => {
    const next = release((content) => insertField(content, 'ownCrm', phase, { section: 'visit' }))
    const { questions } = merged(next)
    const question = questions.find(({ why }) => why === 'taken')!
    expect(canKeep(question)).toBe(true)
    const after = settledOverlay(overlay, question, { choice: 'company', form: next })
    const form = overlaidForm(next, mergedOverlay(next, after, {}).parts)
    expect(form.fields).toMatchObject({ ownCrm: { en: 'Phase' }, ownCrm2: { en: 'CRM number' } })
    expect(form.rules.at(-1)).toMatchObject({ when: 'len(ownCrm2) < 3', fields: ['ownCrm2'] })
    expect(form.columns).toContain('ownCrm2')
  })

  it('is in force without what breaks it', () => {
    const next = without('fee')
    const broken: FormOverlay = { ...overlay,
      parts: [...parts, { of: 'rule', rule: { id: 'OWN-2', when: 'fee > 100', fields: [], level: 'block', cn: '过高', en: 'Too high' } }] }
    const { form, left } = formInForce({ ...next, flow: defineFlow([]), rules: [] }, broken, { needs: {}, plugins: [] })
    expect(left).toMatchObject([{ of: 'rule', rule: { id: 'OWN-2' } }])
    expect(form.fields).toHaveProperty('ownCrm')
  })

  it('keeps open questions when the draft is saved', () => {
    const next = release((content) =>
      insertField(changeField(content, 'departure', { en: 'Departs' }), 'ownCrm', phase, { section: 'visit' })
    )
    const form = changeField(contentOfForm(overlaidForm(next, merged(next).parts)), 'arrival', { en: 'Comes on' }).form
    const saved = savedParts(overlay, next, overlayBetween(next, form), {})
    const { questions } = mergedOverlay(next, { parts: saved }, {})
    expect(questions.map(({ id }) => id).toSorted()).toEqual(['added ownCrm', 'attribute departure en'])
    expect(saved).toContainEqual(expect.objectContaining({ path: 'arrival', now: 'Comes on' }))
  })
})
