import Type, { type Static } from 'typebox'
import { RemoteManifest } from './remote.ts'

const Sha256 = Type.String({ pattern: '^sha256-[A-Za-z0-9+/]{43}=$' })
const FilePath = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$' })

/** Files to preload, as paths within the release; all have a hash in `files`. */
const Preload = Type.Object(
  {
    /** Needed by every page: entry, exposed module. */
    always: Type.Array(FilePath),
    /** Needed by one page (key: page name). */
    pages: Type.Record(Type.String(), Type.Array(FilePath)),
    /** Needed in one locale. */
    locales: Type.Record(Type.String(), Type.Array(FilePath)),
    /** Shared chunks of the shell that a page uses (key: page name), as share names such as @helioport/ui/table. */
    shares: Type.Record(Type.String(), Type.Array(Type.String())),
  },
  { additionalProperties: false },
)

const Names = Type.Array(Type.String())

/** What a release needs from others at run time; the publish gate compares it with what they provide. */
const ReleaseUses = Type.Object(
  {
    /**
     * Share name -> npm range that the release was built for (`*`: a package of this project), and the exports imported
     * from the share.
     */
    shares: Type.Record(
      Type.String(),
      Type.Object({ range: Type.String(), exports: Names }, { additionalProperties: false }),
    ),
    /**
     * Library -> npm range: the shell's copy is used if its version is in the range, otherwise the release's own copy.
     */
    libraries: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Keys of the shell's texts, by namespace. */
    messages: Type.Record(Type.String(), Names),
    /** Paths that its links lead to; `x` stands for a parameter. */
    links: Names,
  },
  { additionalProperties: false },
)
export type ReleaseUses = Static<typeof ReleaseUses>

/** What the shell provides to remotes. */
const ReleaseProvides = Type.Object(
  {
    shares: Type.Record(
      Type.String(),
      Type.Object({ version: Type.String(), exports: Names }, { additionalProperties: false }),
    ),
    messages: Type.Record(Type.String(), Names),
    /** Access names that its session knows. */
    access: Names,
  },
  { additionalProperties: false },
)
export type ReleaseProvides = Static<typeof ReleaseProvides>

/**
 * Type information of a release, as `types.json` beside its record; the publish gate compiles remotes against shells
 * with it.
 */
export const ReleaseTypes = Type.Object(
  {
    /** For a remote: the sources that its team writes. */
    sources: Type.Optional(
      Type.Object(
        {
          /** The team's strictness options of the compiler; an option that is not named is off. */
          options: Type.Record(Type.String(), Type.Boolean()),
          /** Text by path within its repository. */
          files: Type.Record(Type.String(), Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
    /**
     * Declarations, by name, of the packages that remotes are written against: provided by a shell, or built against by
     * a remote.
     */
    packages: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            version: Type.String(),
            /** Entry -> declaration file: `./table` -> `table/index.d.ts`. */
            entries: Type.Record(Type.String(), Type.String()),
            files: Type.Record(Type.String(), Type.String()),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
)
export type ReleaseTypes = Static<typeof ReleaseTypes>

/** `release.json`, beside the files of one immutable release under /r/<remote>/<release>/. */
export const Release = Type.Object(
  {
    schema: Type.Literal(1),
    name: Type.String(),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    /** `<version>-<first 12 of the hash of its sources>`: directory, federation name and identity. */
    release: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+-[0-9a-f]{12}$' }),
    /** Module Federation name and output.uniqueName; never the same for two releases. */
    scope: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
    createdAt: Type.String(),
    gitSha: Type.Union([Type.String(), Type.Null()]),
    entry: FilePath,
    files: Type.Record(
      Type.String(),
      Type.Object(
        { integrity: Sha256, bytes: Type.Integer(), brotliBytes: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    preload: Preload,
    /** Absent for the shell. */
    manifest: Type.Optional(RemoteManifest),
    /** Shell only: share name -> files, so that a remote's page can preload the shares that it uses. */
    shares: Type.Optional(Type.Record(Type.String(), Type.Array(FilePath))),
    /** Shell only: version of the API that it offers to remotes. */
    hostApi: Type.Optional(Type.String()),
    /** Shell only: schema of the index that it reads; absent: 1. */
    indexSchema: Type.Optional(Type.Integer()),
    uses: Type.Optional(ReleaseUses),
    provides: Type.Optional(ReleaseProvides),
  },
  { additionalProperties: false },
)
export type Release = Static<typeof Release>

/**
 * Entry of the index for one release: what is needed to load its code, and the hash of its record, which holds the
 * rest. The index is part of every page, so an entry is kept small.
 */
export const IndexedRelease = Type.Object(
  {
    name: Type.String(),
    release: Release.properties.release,
    scope: Release.properties.scope,
    entry: FilePath,
    /** Hash of the entry, which holds the hashes of all files that it loads. */
    integrity: Sha256,
    /** Hash of `release.json`. */
    record: Sha256,
    /**
     * Without titles of routes. Absent for the shell, and for a remote's second release if its manifest equals the
     * first one's.
     */
    manifest: Type.Optional(RemoteManifest),
  },
  { additionalProperties: false },
)
export type IndexedRelease = Static<typeof IndexedRelease>

/** Schema version of the index; a shell reads the version that it was built for. Absent from a shell's record: 1. */
export const indexSchema = 2

/** A release for a percentage of the browsers: those whose bucket (0 to 99) is below `percent`. */
const Canary = Type.Object(
  { release: IndexedRelease, percent: Type.Integer({ minimum: 1, maximum: 100 }) },
  { additionalProperties: false },
)
export type Canary = Static<typeof Canary>

/** Rollout steps of a canary. */
export const canaryPercents = [1, 10, 50, 100] as const

/** Per part: the releases to try in order, current first, then the last known good one. */
export const ReleaseIndexPayload = Type.Object(
  {
    schema: Type.Literal(indexSchema),
    /** Increases with every change; browsers refuse an older index. */
    serial: Type.Integer({ minimum: 1 }),
    createdAt: Type.String(),
    notAfter: Type.String(),
    shell: Type.Union([IndexedRelease, Type.Null()]),
    remotes: Type.Record(Type.String(), Type.Array(IndexedRelease, { minItems: 1, maxItems: 2 })),
    /** By remote; browsers of the canary's cohort try this release first, then those above. */
    canaries: Type.Optional(Type.Record(Type.String(), Canary)),
    /** Revoked releases as `<name>/<release>`: no browser may use them, not even as the last good one. */
    revoked: Type.Optional(Type.Array(Type.String())),
    /** Current signing key, and the key after the next rotation, so that an open tab learns the next key in time. */
    keys: Type.Optional(
      Type.Array(Type.Object({ keyId: Type.String(), publicKey: Type.String() }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
)
export type ReleaseIndexPayload = Static<typeof ReleaseIndexPayload>

/** A signing key certified by its predecessor: key `by` signs the text `key <keyId> <publicKey>`. */
const KeySuccessor = Type.Object(
  { keyId: Type.String(), publicKey: Type.String(), by: Type.String(), signature: Type.String() },
  { additionalProperties: false },
)
export type KeySuccessor = Static<typeof KeySuccessor>

/** `/releases/index.json`: the payload as the exact text that was signed with Ed25519. */
export const SignedReleaseIndex = Type.Object(
  {
    payload: Type.String(),
    keyId: Type.String(),
    signature: Type.String(),
    /** The latest keys, oldest first: a tab that missed rotations follows this chain to the current signing key. */
    succession: Type.Optional(Type.Array(KeySuccessor)),
  },
  { additionalProperties: false },
)
export type SignedReleaseIndex = Static<typeof SignedReleaseIndex>
