import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/database/tables.ts'
import { measure } from '#server/metrics/metrics.ts'
import { systemClock } from '#server/system-clock.ts'
import { root } from './sources.ts'

const text = (path: string) => readFileSync(join(root, 'docs', path), 'utf8')
const unique = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted()
const settings = [...readFileSync(join(root, 'server/env.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)

describe('the Helm chart', () => {
  const templates = readdirSync(join(root, 'docs/deploy/helm/templates')).map((name) => text(`deploy/helm/templates/${name}`)).join('\n')
  const deployment = text('deploy/helm/templates/deployment.yaml')
  const values = valuesOf(text('deploy/helm/values.yaml'))
  const schema = JSON.parse(text('deploy/helm/values.schema.json')) as Schema
  const namesOf = (group: string): readonly string[] => schema.properties?.[group]?.propertyNames?.enum ?? []
  /** Set by the chart itself. */
  const own = [...deployment.matchAll(/- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name = '']) => name)

  it('takes every setting once: by itself, as a value, or by reference to a Secret', () => {
    const accepted = [...own, ...namesOf('settings'), ...namesOf('secrets'), 'TEST_DATABASE_URL', 'TESTS']
    expect(accepted.toSorted()).toEqual(settings.toSorted())
  })

  it('takes passwords, tokens, keys and addresses with credentials by reference only', () => {
    const secret = /PASSWORD|SECRET|TOKEN$|_KEYS?$|ACCESS_KEY|WEBHOOK|SERVICE_ACCOUNTS|^DATABASE_.*URLS?$|^SMTP_URL$|IMAP_URL$/
    expect(namesOf('settings').filter((name) => secret.test(name))).toEqual([])
    expect(namesOf('secrets').filter((name) => !secret.test(name))).toEqual([])
    expect(templates).not.toMatch(/^kind: (Secret|ConfigMap)/m)
  })

  it('uses every value that it documents, and no other', () => {
    const used = [...templates.matchAll(/\.Values\.([a-zA-Z.]+)/g)].map(([, path = '']) => path)
    const leaves = values.filter(({ path }) => !values.some((other) => other.path.startsWith(`${path}.`)))
    const isFree = (path: string) => /^(settings|secrets|resources)(\.|$)/.test(path)
    expect(leaves.map(({ path }) => path).filter((path) => !isFree(path) && !used.includes(path))).toEqual([])
    expect(unique(used).filter((path) => !isFree(path) && !values.some((value) => value.path === path))).toEqual([])
    expect(
      values.filter(({ path, isExplained }) => !isExplained && !isFree(path) && !values.some((other) => other.path.startsWith(`${path}.`)))
        .map(({ path }) => path),
    ).toEqual([])
    expect(values.filter(({ path }) => schemaAt(schema, path) === undefined).map(({ path }) => path)).toEqual([])
  })

  it('closes every block that it opens', () => {
    for (const name of readdirSync(join(root, 'docs/deploy/helm/templates'))) {
      const actions = [...text(`deploy/helm/templates/${name}`).matchAll(/\{\{-? *(\w+)/g)].map(([, word = '']) => word)
      const opened = actions.filter((word) => ['if', 'range', 'with', 'define'].includes(word))
      expect([name, actions.filter((word) => word === 'end').length]).toEqual([name, opened.length])
    }
  })

  it('runs two instances without root, with probes, a budget for disruptions and time to finish', () => {
    expect(text('deploy/helm/values.yaml')).toMatch(/^replicas: 2$/m)
    for (const part of ['runAsNonRoot: true', 'allowPrivilegeEscalation: false', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
      expect(deployment).toContain(part)
    expect([...deployment.matchAll(/(\w+)Probe:\n\s+httpGet: \{ path: (\S+),/g)].map(([, probe, path]) => [probe, path])).toEqual([
      ['startup', '/public/version'],
      ['liveness', '/public/version'],
      ['readiness', '/public/health'],
    ])
    expect(deployment).toMatch(/terminationGracePeriodSeconds: 30/)
    expect(templates).toMatch(/^kind: PodDisruptionBudget/m)
  })
})

describe('monitoring', () => {
  const metrics = measure({ db: {} as Db, clock: systemClock, browsers: () => 0 })
  afterAll(() => metrics.close())
  const measured = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  const dashboard = text('deploy/monitoring/dashboard.json')
  const alerts = text('deploy/monitoring/alerts.yaml')
  const guides = ['operations.md', 'zh/operations.md'].map(text)
  const metricName = /\b(?:office|nodejs|process)_[a-z0-9_]+/g
  const named = (content: string) =>
    unique([...content.matchAll(metricName)].map(([name]) => (measured.includes(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))))

  it('shows and judges figures that exist', () => {
    const { panels } = JSON.parse(dashboard) as { panels: readonly { targets: readonly { expr: string }[] }[] }
    const shown = named(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))
    const judged = named([...alerts.matchAll(/expr: (.*)/g)].map(([, expression = '']) => expression).join('\n'))
    expect(shown.length).toBeGreaterThan(6)
    expect(judged.length).toBeGreaterThan(4)
    expect([...shown, ...judged].filter((name) => !measured.includes(name))).toEqual([])
  })

  it('shows every figure of the product, and the guides explain them all', () => {
    const own = measured.filter((name) => name.startsWith('office_'))
    expect(own.filter((name) => !named(dashboard).includes(name))).toEqual([])
    for (const guide of guides) {
      const explained = named([...guide.matchAll(/^\| `[a-z].*/gm)].map(([row]) => row.split(' | ')[0]).join('\n'))
      expect(own.filter((name) => !explained.includes(name))).toEqual([])
      expect(explained.filter((name) => !measured.includes(name))).toEqual([])
    }
  })

  it('says in the guides what to do about each alert', () => {
    const raised = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    for (const guide of guides) {
      const explained = [...guide.matchAll(/^\| `(Office\w+)` \|/gm)].map(([, name = '']) => name)
      expect(explained).toEqual(raised)
    }
  })
})

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: { readonly enum: readonly string[] }
  readonly additionalProperties?: unknown
  readonly type?: string
}

/** The schema of a value by its path; that of the nearest free object above it, if there is one. */
function schemaAt(schema: Schema, path: string): Schema | undefined {
  return path.split('.').reduce<Schema | undefined>((found, key) => found?.properties?.[key] ?? (isFreeObject(found) ? found : undefined),
    schema)
}

const isFreeObject = (schema: Schema | undefined): boolean => schema?.type === 'object' && schema.properties === undefined

interface ChartValue {
  /** Dotted path, e.g. `image.tag`. */
  readonly path: string
  /** Whether a comment stands above it. */
  readonly isExplained: boolean
}

/** The values of a file of nested blocks, indented by two spaces. */
function valuesOf(file: string): readonly ChartValue[] {
  const above: string[] = []
  return file.split('\n').flatMap((line, index, lines) => {
    const [, indent = '', key] = /^( *)([\w]+):/.exec(line) ?? []
    if (key === undefined) return []
    above.splice(indent.length / 2, above.length, key)
    return [{ path: above.join('.'), isExplained: /^ *#/.test(lines[index - 1] ?? '') }]
  })
}
