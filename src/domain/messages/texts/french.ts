// The built-in texts of messages in French. The short texts avoid accents that GSM-7 lacks, such as ê, because they would turn an SMS into UCS-2.

import type { Purpose } from '../purpose.ts'
import type { OwnText } from './own-text.ts'

const LINK = '{{link}}'
const letter = (...paragraphs: string[]): string => ['Bonjour {{name}},', ...paragraphs, 'Cordialement,\n{{sender}}'].join('\n\n')

export const FRENCH: Record<Purpose, OwnText> = {
  parcel_received: {
    subject: 'Nous avons reçu le colis {{parcel_number}}',
    text: letter(
      'Le colis {{parcel_number}} est arrivé à notre entrepôt.',
      '[[Poids : {{weight}}]]\n[[Prix de la réservation, taxes comprises : {{price}}]]',
      LINK,
    ),
    short: '{{sender}} : le colis {{parcel_number}} est arrivé chez nous[[, {{weight}}]][[, prix {{price}}]]. {{link}}',
    severalSubject: 'Nous avons reçu {{count}} colis',
    severalText: letter('{{count}} colis sont arrivés à notre entrepôt : {{parcels}}.', LINK),
    severalShort: '{{sender}} : {{count}} colis sont arrivés chez nous : {{parcels}}. {{link}}',
  },
  price_changed: {
    subject: 'Le prix du colis {{parcel_number}}',
    text: letter(
      'Le prix du colis {{parcel_number}} est maintenant définitif.',
      '[[Prix de la réservation, taxes comprises : {{price}}]]',
      LINK,
    ),
    short: '{{sender}} : le prix du colis {{parcel_number}} est définitif[[ : {{price}}]]. {{link}}',
    severalSubject: 'Les prix de {{count}} colis',
    severalText: letter('Les prix de {{count}} colis sont maintenant définitifs : {{parcels}}.', LINK),
    severalShort: '{{sender}} : les prix de {{count}} colis sont définitifs : {{parcels}}. {{link}}',
  },
  on_hold: {
    subject: 'Le colis {{parcel_number}} est retenu',
    text: letter('Le colis {{parcel_number}} est retenu. Il repartira dès qu’il sera libéré.', '[[Motif : {{reason}}]]', LINK),
    short: '{{sender}} : le colis {{parcel_number}} est retenu[[ : {{reason}}]]. {{link}}',
    severalSubject: '{{count}} colis sont retenus',
    severalText: letter('{{count}} colis sont retenus : {{parcels}}. Ils repartiront dès qu’ils seront libérés.', LINK),
    severalShort: '{{sender}} : {{count}} colis sont retenus : {{parcels}}. {{link}}',
  },
  released: {
    subject: 'Le colis {{parcel_number}} est libéré',
    text: letter('Le colis {{parcel_number}} n’est plus retenu et peut repartir.', LINK),
    short: "{{sender}} : le colis {{parcel_number}} n'est plus retenu. {{link}}",
    severalSubject: '{{count}} colis sont libérés',
    severalText: letter('{{count}} colis ne sont plus retenus et peuvent repartir : {{parcels}}.', LINK),
    severalShort: '{{sender}} : {{count}} colis ne sont plus retenus : {{parcels}}. {{link}}',
  },
  free_days_end: {
    subject: 'Stockage gratuit du colis {{parcel_number}} jusqu’au {{date}}',
    text: letter(
      'Le dernier jour de stockage gratuit du colis {{parcel_number}} est le {{date}}. Le stockage est facturé à partir du lendemain.',
      LINK,
    ),
    short: "{{sender}} : stockage gratuit du colis {{parcel_number}} jusqu'au {{date}}. {{link}}",
    severalSubject: 'Fin du stockage gratuit de {{count}} colis',
    severalText: letter('Le stockage gratuit de {{count}} colis prend bientôt fin : {{parcels}}.', LINK),
    severalShort: '{{sender}} : le stockage gratuit de {{count}} colis prend fin : {{parcels}}. {{link}}',
  },
  storage_charged: {
    subject: 'Le stockage du colis {{parcel_number}} est facturé',
    text: letter('Les jours gratuits du colis {{parcel_number}} sont écoulés : le stockage est facturé à partir d’aujourd’hui.', LINK),
    short: "{{sender}} : le stockage du colis {{parcel_number}} est facturé à partir d'aujourd'hui. {{link}}",
    severalSubject: 'Le stockage de {{count}} colis est facturé',
    severalText: letter(
      'Les jours gratuits de {{count}} colis sont écoulés, le stockage est facturé à partir d’aujourd’hui : {{parcels}}.',
      LINK,
    ),
    severalShort: "{{sender}} : le stockage de {{count}} colis est facturé à partir d'aujourd'hui : {{parcels}}. {{link}}",
  },
  departed: {
    subject: 'Le colis {{parcel_number}} est en route',
    text: letter('Le colis {{parcel_number}} a quitté notre entrepôt et est en route.', LINK),
    short: '{{sender}} : le colis {{parcel_number}} est en route. {{link}}',
    severalSubject: '{{count}} colis sont en route',
    severalText: letter('{{count}} colis ont quitté notre entrepôt et sont en route : {{parcels}}.', LINK),
    severalShort: '{{sender}} : {{count}} colis sont en route : {{parcels}}. {{link}}',
  },
  arrived: {
    subject: 'Le colis {{parcel_number}} est arrivé',
    text: letter(
      'Le colis {{parcel_number}} est arrivé dans le pays de destination. Nous vous dirons quand il pourra être retiré ou livré.',
      LINK,
    ),
    short: '{{sender}} : le colis {{parcel_number}} est arrivé dans le pays de destination. {{link}}',
    severalSubject: '{{count}} colis sont arrivés',
    severalText: letter('{{count}} colis sont arrivés dans le pays de destination : {{parcels}}.', LINK),
    severalShort: '{{sender}} : {{count}} colis sont arrivés dans le pays de destination : {{parcels}}. {{link}}',
  },
  ready_for_collection: {
    subject: 'Le colis {{parcel_number}} peut être retiré',
    text: letter(
      'Le colis {{parcel_number}} peut être retiré. Votre code est {{collection_code}}.',
      'Donnez ce code à la personne qui remet le colis, et à personne d’autre.',
      LINK,
    ),
    short: '{{sender}} : vous pouvez retirer le colis {{parcel_number}}. Votre code est {{collection_code}}. {{link}}',
    severalSubject: '{{count}} colis peuvent être retirés',
    severalText: letter(
      '{{count}} colis peuvent être retirés, chacun avec son code : {{parcels}}.',
      'Donnez ces codes à la personne qui remet les colis, et à personne d’autre.',
      LINK,
    ),
    severalShort: '{{sender}} : vous pouvez retirer {{count}} colis, chacun avec son code : {{parcels}}. {{link}}',
  },
  delivered: {
    subject: 'Le colis {{parcel_number}} a été livré',
    text: letter('Le colis {{parcel_number}} a été livré.', LINK),
    short: '{{sender}} : le colis {{parcel_number}} a été livré. {{link}}',
    severalSubject: '{{count}} colis ont été livrés',
    severalText: letter('{{count}} colis ont été livrés : {{parcels}}.', LINK),
    severalShort: '{{sender}} : {{count}} colis ont été livrés : {{parcels}}. {{link}}',
  },
  invoice_issued: {
    subject: 'Facture {{invoice_number}} de {{amount}}',
    text: letter(
      'Nous avons établi la facture {{invoice_number}} de {{amount}}. Merci de la régler avant le {{due_date}} en indiquant son numéro.',
    ),
    short: '{{sender}} : la facture {{invoice_number}} de {{amount}} est à payer avant le {{due_date}}.',
  },
  invoice_overdue: {
    subject: 'La facture {{invoice_number}} est en retard',
    text: letter(
      'La facture {{invoice_number}} était à payer avant le {{due_date}} ; il reste {{amount}}. Merci de la régler en indiquant son numéro.',
      'Si vous l’avez payée entre-temps, vous n’avez rien à faire.',
    ),
    short: '{{sender}} : la facture {{invoice_number}} était à payer avant le {{due_date}} ; il reste {{amount}}. Merci de la régler.',
  },
  payment_received: {
    subject: 'Nous avons reçu {{amount}}',
    text: letter('Merci pour votre paiement de {{amount}}. Votre reçu porte le numéro {{receipt_number}}.'),
    short: '{{sender}} : merci pour votre paiement de {{amount}}, noté sous {{receipt_number}}.',
  },
  invitation: {
    subject: 'Votre compte chez {{sender}}',
    text: letter('Vous êtes invité à la console de {{sender}} avec le rôle {{role}}. Choisissez un nom et un mot de passe ici :', LINK),
    short: '',
  },
  password_reset: {
    subject: 'Un nouveau mot de passe a été défini pour votre compte',
    text: letter(
      'Un administrateur a défini un nouveau mot de passe pour votre compte et a fermé ses sessions.',
      'Si vous ne l’avez pas demandé, prévenez aussitôt un administrateur.',
    ),
    short: '',
  },
  daily_summary: {
    subject: '{{sender}}, le {{date}}',
    text: letter(
      'Voici ce qui s’est passé le {{date}} :',
      'Arrivés à l’entrepôt : {{arrived}}\nPartis : {{departed}}',
      'Retenus actuellement : {{on_hold}}\n[[Factures en retard : {{unpaid}}]]\nMessages à décider : {{failed_messages}}',
      LINK,
      'Vous avez choisi ce résumé dans votre compte, où vous pouvez le désactiver.',
    ),
    short: '',
  },
  second_factor_changed: {
    subject: 'Un moyen de connexion à votre compte a été modifié',
    text: letter(
      '{{change}}',
      'Si ce n’était pas vous, fermez les sessions de votre compte et prévenez aussitôt un administrateur de {{sender}}.',
    ),
    short: '',
  },
  portal_invitation: {
    subject: '{{business}} : votre accès chez {{sender}}',
    text: letter(
      'Vous êtes invité à l’espace client de {{sender}} pour {{business}}. Vous y demandez des prix, réservez, suivez vos colis et consultez vos factures.',
      'Ouvrez la page ci-dessous et saisissez cette adresse e-mail. Nous vous envoyons alors un code de connexion. Il n’y a pas de mot de passe.',
      LINK,
    ),
    short: '',
  },
  portal_code: {
    subject: 'Votre code de connexion',
    text: letter(
      'Votre code de connexion est {{code}}. Il sert une fois, pendant dix minutes.',
      'Si vous ne l’avez pas demandé, ne faites rien. Ne donnez ce code à personne ; nous ne le demandons jamais.',
    ),
    short: '{{sender}} : votre code de connexion est {{code}}. Il sert une fois, pendant dix minutes. Ne le donnez à personne.',
  },
}
