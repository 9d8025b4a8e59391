// Translate what invitations say.

import { pageTexts } from "../page-texts";
import { en, type InvitationTexts } from "./en";

export const { text: invitationText } = pageTexts(en, import.meta.glob<InvitationTexts>("./??.ts", { eager: true, import: "default" }));
