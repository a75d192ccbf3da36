// Schemas of message templates under /ops/v1.

import { CHANNELS, LANGUAGES, PURPOSE_NAMES, VARIABLES } from '../../domain/messages/purpose.ts'
import { VERSIONS_SHOWN } from '../../flows/messages/read-templates.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const TEXT_MAX_CHARACTERS = 4_000
const TEMPLATES_MAX = PURPOSE_NAMES.length * CHANNELS.length
/** The maximum number of WhatsApp templates in one version. Each language has two: one for a single parcel, and one for several parcels. */
const APPROVED_MAX = LANGUAGES.length * 2
const VARIABLE_NAMES = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]

const keyFields = {
  purpose: Type.Enum(PURPOSE_NAMES, { description: 'Purpose of the messages' }),
  channel: Type.Enum(CHANNELS, { description: 'Channel of the messages' }),
}
export const TemplateParams = Type.Object(keyFields)

const Part = (description: string) => Type.String({ maxLength: TEXT_MAX_CHARACTERS, format: 'text', description })
const Texts = Type.Titled('MessageTexts', {
  subject: Type.Optional(Part('Of an email')),
  text: Part('With variables as {{name}}; a part between [[ and ]] is left out if a variable in it has no value'),
  several_subject: Type.Optional(Part('Of an email about several parcels')),
  several_text: Type.Optional(Part('For several parcels at once, if messages of this purpose are gathered')),
})
const AllTexts = Type.Object({ en: Texts, zh: Texts, fr: Texts }, { description: 'By language; none may be missing' })

export const LISTED_EXAMPLE = {
  purpose: 'arrived' as const,
  channel: 'sms' as const,
  version: 2,
  is_built_in: false,
  written_at: '2026-11-16T10:05:12.000Z',
  written_by: 'staff Sample Admin',
}
const listedFields = {
  ...keyFields,
  version: Type.Integer({ description: 'The version in use; 0 is the text that is part of Waybill' }),
  is_built_in: Type.Boolean(),
  written_at: Type.NullableDateTime({ description: 'When the version in use was written' }),
  written_by: Type.NullableString(),
}
export const ListedTemplateAnswer = Type.Object(listedFields)
export const TemplatesAnswer = Type.Array(ListedTemplateAnswer, { maxItems: TEMPLATES_MAX })

const WhatsAppTemplates = Type.Array(
  Type.Object({
    name: Type.String({ description: 'Changes with the text' }),
    language: Type.String({ description: 'As WhatsApp names it' }),
    body: Type.String(),
    examples: Type.Array(Type.String(), { maxItems: VARIABLE_NAMES.length, description: 'An example of each parameter, in order' }),
  }),
  { maxItems: APPROVED_MAX, description: 'The templates that Meta has to approve for these texts; empty for other channels' },
)

export const TemplateAnswer = Type.Object({
  ...keyFields,
  version: listedFields.version,
  texts: AllTexts,
  built_in: AllTexts,
  whatsapp_templates: WhatsAppTemplates,
  built_in_whatsapp_templates: WhatsAppTemplates,
  parts: Type.Array(
    Type.Object({
      part: Type.Enum(['subject', 'text', 'several_subject', 'several_text']),
      max_characters: Type.Integer(),
      variables: Type.Array(
        Type.Object({
          name: Type.Enum(VARIABLE_NAMES),
          is_optional: Type.Boolean({ description: 'It may have no value: use it between [[ and ]] only' }),
          is_needed: Type.Boolean({ description: 'The text must contain it' }),
        }),
        { maxItems: VARIABLE_NAMES.length },
      ),
    }),
    { maxItems: 4, description: 'The parts that each language has' },
  ),
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      texts: AllTexts,
      whatsapp_templates: WhatsAppTemplates,
      written_at: Type.DateTime(),
      written_by: Type.String(),
    }),
    { maxItems: VERSIONS_SHOWN, description: 'Newest first' },
  ),
})

const TEXTS_EXAMPLE = {
  en: { text: '{{sender}}: parcel {{parcel_number}} has arrived. {{link}}', several_text: '{{sender}}: {{count}} parcels: {{parcels}}' },
  zh: { text: '【{{sender}}】包裹 {{parcel_number}} 已到达。{{link}}', several_text: '【{{sender}}】{{count}} 件包裹已到达：{{parcels}}' },
  fr: { text: '{{sender}} : le colis {{parcel_number}} est là. {{link}}', several_text: '{{sender}} : {{count}} colis : {{parcels}}' },
}
export const TEMPLATE_EXAMPLE: Type.Static<typeof TemplateAnswer> = {
  purpose: 'arrived',
  channel: 'sms',
  version: 2,
  texts: TEXTS_EXAMPLE,
  built_in: TEXTS_EXAMPLE,
  whatsapp_templates: [],
  built_in_whatsapp_templates: [],
  parts: [
    {
      part: 'text',
      max_characters: 600,
      variables: [
        { name: 'parcel_number', is_optional: false, is_needed: true },
        { name: 'link', is_optional: false, is_needed: false },
      ],
    },
  ],
  versions: [
    {
      version: 2,
      texts: TEXTS_EXAMPLE,
      whatsapp_templates: [],
      written_at: '2026-11-16T10:05:12.000Z',
      written_by: 'staff Sample Admin',
    },
  ],
}

export const SaveBody = Type.Body([{ texts: TEXTS_EXAMPLE }], { texts: AllTexts })

export const UseBody = Type.Body([{ version: 0 }], {
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 is the text that is part of Waybill' }),
  approved_templates: Type.Optional(
    Type.Array(Type.Text(), {
      maxItems: APPROVED_MAX,
      description: 'For WhatsApp: the names of its templates, after Meta has approved them',
    }),
  ),
})

export const PreviewBody = Type.Body([{ texts: TEXTS_EXAMPLE, language: 'en', package_id: null }], {
  texts: AllTexts,
  language: Type.Enum(LANGUAGES),
  package_id: Type.Optional(Type.NullableText({ description: 'Token or number of a package; null shows sample values' })),
})

const Rendered = Type.Titled('RenderedMessage', {
  subject: Type.NullableString(),
  text: Type.String(),
  html: Type.NullableString({ description: 'An email as its recipient sees it' }),
  sms: Type.Unsafe<{ encoding: 'GSM-7' | 'UCS-2'; units: number; segments: number } | null>({
    type: ['object', 'null'],
    description: 'For SMS: its segments, each of which is billed',
    required: ['encoding', 'units', 'segments'],
    properties: { encoding: { type: 'string', enum: ['GSM-7', 'UCS-2'] }, units: { type: 'integer' }, segments: { type: 'integer' } },
  }),
  whatsapp: Type.Unsafe<{ name: string; language: string; parameters: string[] } | null>({
    type: ['object', 'null'],
    description: 'For WhatsApp: the template and its parameters',
    required: ['name', 'language', 'parameters'],
    properties: {
      name: { type: 'string' },
      language: { type: 'string' },
      parameters: { type: 'array', maxItems: VARIABLE_NAMES.length, items: { type: 'string' } },
    },
  }),
})
export const PreviewAnswer = Type.Object({
  one: Rendered,
  several: Type.NullableObject(Rendered, {
    title: 'RenderedMessageOfSeveral',
    description: 'For several parcels; null if messages of this purpose are not gathered',
  }),
})

export const PREVIEW_EXAMPLE: Type.Static<typeof PreviewAnswer> = {
  one: {
    subject: null,
    text: 'Sample Forwarders: parcel SMP-8ZKQ-4M7T has arrived. https://waybill.example/track/SMP-8ZKQ-4M7T',
    html: null,
    sms: { encoding: 'GSM-7', units: 97, segments: 1 },
    whatsapp: null,
  },
  several: null,
}
