import type { PropertyFacts, ServiceFacts, SetFacts } from '../released-services/facts.ts'

const edm: Readonly<Record<PropertyFacts['type'], readonly [v2: string, v4: string]>> = { string: ['String', 'String'],
  decimal: ['Decimal', 'Decimal'], date: ['DateTime', 'Date'], boolean: ['Boolean', 'Boolean'], guid: ['Guid', 'Guid'],
  timestamp: ['DateTimeOffset', 'DateTimeOffset'], integer: ['Int32', 'Int32'], time: ['Time', 'TimeOfDay'] }

/** The metadata of a service (EDMX), made of its facts. */
export function metadataOf(service: ServiceFacts): string {
  return service.protocol === 'odata2' ? metadataV2(service) : metadataV4(service)
}

function propertyOf(name: string, facts: PropertyFacts, { keys }: SetFacts, version: 0 | 1): string {
  const size = facts.max === undefined ? '' : ` MaxLength="${facts.max}"`
  const digits = facts.precision === undefined ? '' : ` Precision="${facts.precision}" Scale="${facts.scale ?? 0}"`
  const creatable = facts.isCreatable || version === 1 ? '' : ' sap:creatable="false"'
  return `<Property Name="${name}" Type="Edm.${edm[facts.type][version]}"${
    keys.includes(name) ? ' Nullable="false"' : ''
  }${size}${digits}${creatable}/>`
}

const keyOf = ({ keys }: SetFacts): string => `<Key>${keys.map((key) => `<PropertyRef Name="${key}"/>`).join('')}</Key>`

function metadataV2({ name, sets }: ServiceFacts): string {
  const all = [...sets.values()]
  const types = all.map((set) =>
    `<EntityType Name="${set.name}Type">${keyOf(set)}${
      [...set.properties].map(([property, facts]) => propertyOf(property, facts, set, 0)).join('')
    }${
      Object.keys(set.to).map((to) =>
        `<NavigationProperty Name="${to}" Relationship="${name}.${set.name}_${to}" FromRole="From" ToRole="To"/>`
      ).join('')
    }</EntityType>`
  )
  const links = all.flatMap((set) => Object.entries(set.to).map(([to, target]) => ({ set: set.name, to, target })))
  const associations = links.map(({ set, to, target }) =>
    `<Association Name="${set}_${to}"><End Type="${name}.${set}Type" Multiplicity="1" Role="From"/>` +
    `<End Type="${name}.${target}Type" Multiplicity="*" Role="To"/></Association>`
  )
  const linkSets = links.map(({ set, to, target }) =>
    `<AssociationSet Name="${set}_${to}_Set" Association="${name}.${set}_${to}">` +
    `<End EntitySet="${set}" Role="From"/><End EntitySet="${target}" Role="To"/></AssociationSet>`
  )
  return `<?xml version="1.0" encoding="utf-8"?><edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" ` +
    `xmlns:sap="http://www.sap.com/Protocols/SAPData"><edmx:DataServices ` +
    `xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" ` +
    `m:DataServiceVersion="2.0"><Schema Namespace="${name}" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">${types.join('')}${
      associations.join('')
    }` +
    `<EntityContainer Name="${name}_Entities" m:IsDefaultEntityContainer="true">${
      all.map((set) => `<EntitySet Name="${set.name}" EntityType="${name}.${set.name}Type"/>`).join('')
    }${linkSets.join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`
}

function metadataV4({ name, sets }: ServiceFacts): string {
  const all = [...sets.values()]
  const types = all.map((set) =>
    `<EntityType Name="${set.name}Type">${keyOf(set)}${
      [...set.properties].map(([property, facts]) => propertyOf(property, facts, set, 1)).join('')
    }${
      Object.entries(set.to).map(([to, target]) => `<NavigationProperty Name="${to}" Type="Collection(${name}.${target}Type)"/>`).join('')
    }</EntityType>`
  )
  return `<?xml version="1.0" encoding="utf-8"?><edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">` +
    `<edmx:DataServices>` +
    `<Schema Namespace="${name}" xmlns="http://docs.oasis-open.org/odata/ns/edm">${types.join('')}<EntityContainer Name="Container">${
      all.map((set) =>
        `<EntitySet Name="${set.name}" EntityType="${name}.${set.name}Type">${
          Object.entries(set.to).map(([to, target]) => `<NavigationPropertyBinding Path="${to}" Target="${target}"/>`).join('')
        }</EntitySet>`
      ).join('')
    }</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`
}
