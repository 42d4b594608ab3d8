import Type, { type Static } from 'typebox'

/** Text per locale; en-US is the fallback for missing locales. */
const LocalizedText = Type.Object(
  {
    'en-US': Type.String({ minLength: 1 }),
    'zh-CN': Type.String({ minLength: 1 }),
    'zh-TW': Type.String({ minLength: 1 }),
  },
  { additionalProperties: Type.String() },
)
export type LocalizedText = Static<typeof LocalizedText>

/** Access flags of the specification, section 4, and whether the account is a main account. */
export const accessNames = ['isLogin', 'canSeeAdmin', 'isMainAccount'] as const
export const AccessName = Type.Union([
  Type.Literal('isLogin'),
  Type.Literal('canSeeAdmin'),
  Type.Literal('isMainAccount'),
])
export type AccessName = Static<typeof AccessName>

const RoutePath = Type.String({ pattern: '^/[A-Za-z0-9/:_-]*$' })

const ReadPath = Type.String({ pattern: '^(/[A-Za-z0-9_:-]+)+(\\?[A-Za-z0-9_:=&-]+)?$' })

/**
 * A route as data: the shell builds menu and routes from it without loading the remote's code. Exactly one of `page` (a
 * key of the remote module's pages) and `redirect` is set.
 */
export const RemoteRoute = Type.Object(
  {
    path: RoutePath,
    page: Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z0-9-]*$' })),
    redirect: Type.Optional(RoutePath),
    title: Type.Optional(LocalizedText),
    access: Type.Optional(AccessName),
    /**
     * First reads of the page, each exactly as the page sends it without a query in its address: paths below the API's
     * with `:name` for parameters of the route and `:rows` for the default number of rows. The browser sends them while
     * the code loads.
     */
    reads: Type.Optional(Type.Array(ReadPath, { maxItems: 4 })),
    /** `bare`: neither header nor menu. */
    layout: Type.Optional(Type.Union([Type.Literal('frame'), Type.Literal('bare')])),
  },
  { additionalProperties: false },
)
export type RemoteRoute = Static<typeof RemoteRoute>

/** A flat menu entry. Routes without an entry are not in the menu. */
export const RemoteMenuEntry = Type.Object(
  { path: RoutePath, icon: Type.String(), order: Type.Integer(), title: LocalizedText },
  { additionalProperties: false },
)
export type RemoteMenuEntry = Static<typeof RemoteMenuEntry>

/** `remote.json`: everything that the shell knows about a remote before its code is loaded. */
export const RemoteManifest = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    /** Shown on the card when the remote cannot be loaded. */
    owner: Type.String({ minLength: 1 }),
    title: LocalizedText,
    /** Range of the host API that the remote needs, for example ^1.0.0. */
    hostApi: Type.String({ minLength: 1 }),
    /** URL prefixes that belong to this remote alone. */
    prefixes: Type.Array(RoutePath, { minItems: 1 }),
    routes: Type.Array(RemoteRoute, { minItems: 1 }),
    menu: Type.Array(RemoteMenuEntry),
  },
  { additionalProperties: false },
)
export type RemoteManifest = Static<typeof RemoteManifest>
